import "server-only";
import type { FetchRequest } from "@/lib/core/tool/fetch-request";
import { SHELL_FETCH } from "@/lib/core/tool/shell-fetch";
import type { Service } from "../service";
import { fetchService } from "./fetch-service";

/** What commands of the embedded shell reach out with: an address can carry data out, so reading needs an approval as well. */
export const shellFetchService: Service<FetchRequest> = {
  ...fetchService,
  name: SHELL_FETCH,
  needsApproval: () => true,
  approvalFor: "network",
};
