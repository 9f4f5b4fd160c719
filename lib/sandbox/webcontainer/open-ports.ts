import type { WebContainer } from "@webcontainer/api";

/** A port on which a program in the container listens. */
export interface OpenPort {
  port: number;
  /** Where the page behind it is shown. */
  url: string;
  /** It answers requests. */
  ready: boolean;
}

/** The open ports of a container, as its events tell them. */
export class OpenPorts {
  private readonly open = new Map<number, OpenPort>();
  private readonly listeners = new Set<() => void>();
  private readonly ends: (() => void)[];

  constructor(container: Pick<WebContainer, "on">) {
    this.ends = [
      container.on("port", (port, type, url) => {
        if (type === "close") this.open.delete(port);
        else this.open.set(port, { port, url, ready: this.open.get(port)?.ready ?? false });
        this.tell();
      }),
      container.on("server-ready", (port, url) => {
        this.open.set(port, { port, url, ready: true });
        this.tell();
      }),
    ];
  }

  list(): OpenPort[] {
    return [...this.open.values()].sort((left, right) => left.port - right.port);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    for (const end of this.ends) end();
    this.open.clear();
    this.tell();
    this.listeners.clear();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
