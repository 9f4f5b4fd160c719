declare module "html-encoding-sniffer" {
  /** The name of the encoding by the HTML standard's own steps, or `defaultEncoding` as it was given. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { xml?: boolean; transportLayerEncodingLabel?: string | undefined; defaultEncoding?: string },
  ): string;
}
