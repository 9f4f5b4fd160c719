import "server-only";
import type { SecretDoor } from "../secrets/secret-door";

/** A key for a provider: the session's own secret of this name, where the tool was granted it for this host, or the operator's. */
export async function secretOrSetting(
  secrets: SecretDoor,
  name: string,
  target: string,
  setting: string | undefined,
): Promise<string | undefined> {
  return (await secrets.use(name, target)) ?? setting;
}
