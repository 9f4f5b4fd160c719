import { type LiveConnection, type LiveOptions, openLiveConnection } from "./live-connection";

/** A tab that is out of sight for this long gives its line back: a browser has about six per server, over all tabs. */
const PATIENCE_MS = 60_000;

export interface LiveWhileShownOptions extends LiveOptions {
  /** Whether this tab needs every event at once even when nobody sees it, as the one that drives a run does. */
  neededWhileHidden(): boolean;
  /** Called every minute while the line is closed, to ask for what has happened in one short request. */
  onHiddenMinute(): void;
}

type Page = Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;

/** The live channel of a page, closed while the page has been hidden for a minute and open again as soon as it is shown. */
export function openLiveWhileShown(
  options: LiveWhileShownOptions,
  page: Page = document,
  open: (options: LiveOptions) => LiveConnection = openLiveConnection,
): LiveConnection {
  let connection: LiveConnection | undefined = open(options);
  let minute: ReturnType<typeof setInterval> | undefined;

  function onMinute(): void {
    if (connection === undefined) {
      options.onHiddenMinute();
    } else if (!options.neededWhileHidden()) {
      connection.close();
      connection = undefined;
    }
  }

  function stopCounting(): void {
    if (minute !== undefined) clearInterval(minute);
    minute = undefined;
  }

  function onVisibility(): void {
    stopCounting();
    if (page.visibilityState === "hidden") minute = setInterval(onMinute, PATIENCE_MS);
    else connection ??= open(options);
  }

  page.addEventListener("visibilitychange", onVisibility);
  onVisibility();
  return {
    retryNow: () => connection?.retryNow(),
    close() {
      page.removeEventListener("visibilitychange", onVisibility);
      stopCounting();
      connection?.close();
    },
  };
}
