import { type SearchRequest, searchText } from "@/lib/builtin/search-text";

/** The worker behind the service `regex`: a pattern that never ends is ended with it. */
addEventListener("message", (event: MessageEvent<SearchRequest>) => {
  postMessage(searchText(event.data));
});
postMessage("ready");
