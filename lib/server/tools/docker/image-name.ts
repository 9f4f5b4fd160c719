/** The full spelling of an image's name: `busybox`, `busybox:latest` and `docker.io/library/busybox` are one image. */
export function imageName(name: string): string {
  const [path = "", ...digest] = name.split("@");
  const segments = path.split("/");
  const first = segments[0] ?? "";
  const hasRegistry = segments.length > 1 && (/[.:]/.test(first) || first === "localhost");
  const registry = hasRegistry ? first.replace(/^index\.docker\.io$/, "docker.io") : "docker.io";
  const rest = hasRegistry ? segments.slice(1) : segments;
  if (registry === "docker.io" && rest.length === 1) rest.unshift("library");
  const last = rest.at(-1) ?? "";
  const tag = digest.length === 0 && !last.includes(":") ? ":latest" : "";
  return [`${[registry, ...rest].join("/")}${tag}`, ...digest].join("@");
}
