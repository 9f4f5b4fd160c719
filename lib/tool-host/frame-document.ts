/**
 * The document of the tool host's frame. It is the wall between the app and authored code, so it is as small as it can be:
 * an opaque origin (`sandbox`), no network (`default-src 'none'`), and a script that only starts and ends workers.
 * Authored code runs in those workers, never in this document.
 */
export const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'",
  "worker-src data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Globals that could reach outside, outlive the worker, or start code that the host does not see. */
const REMOVED_GLOBALS = [
  "WebTransport",
  "WebSocketStream",
  "RTCPeerConnection",
  "RTCDataChannel",
  "Worker",
  "SharedWorker",
  "BroadcastChannel",
  "PressureObserver",
  "FontFace",
  "close",
  "postMessage",
];

/**
 * Runs first in every worker. A classic `data:` worker is the only kind that starts in every browser below an isolated page;
 * it cannot load a script (there is no network), so the guest's code comes by message, once, together with the port that
 * leads straight to the page.
 */
const workerBootstrap = `
onmessage = function (event) {
  onmessage = null;
  var names = ${JSON.stringify(REMOVED_GLOBALS)};
  for (var scope = self; scope; scope = Object.getPrototypeOf(scope)) {
    for (var i = 0; i < names.length; i += 1) delete scope[names[i]];
  }
  var connect = (0, eval)(event.data.guest + "\\n;toolwrightGuest.connect\\n//# sourceURL=toolwright-guest.js");
  connect(event.ports[0]);
};`;

const frameScript = `
var workers = new Map();
function tell(message) { parent.postMessage(message, "*"); }
addEventListener("message", function (event) {
  if (event.source !== parent) return;
  var message = event.data;
  if (message.type === "ping") return tell({ type: "pong", id: message.id });
  if (message.type === "end") {
    var ended = workers.get(message.realm);
    if (ended) ended.terminate();
    workers.delete(message.realm);
    return;
  }
  if (message.type === "start") {
    try {
      var worker = new Worker("data:text/javascript," + encodeURIComponent(${JSON.stringify(workerBootstrap)}));
      workers.set(message.realm, worker);
      worker.onerror = function (error) {
        error.preventDefault();
        tell({ type: "realm-error", realm: message.realm, message: String(error.message || "the worker did not start") });
      };
      worker.postMessage({ guest: message.guest }, [event.ports[0]]);
    } catch (error) {
      tell({ type: "realm-error", realm: message.realm, message: String(error) });
    }
  }
});
tell({ type: "frame-ready" });`;

/** The policy stands in the document as well, so that it holds even where the headers are lost. */
export const FRAME_DOCUMENT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${FRAME_POLICY}">
<title>Toolwright tool host</title>
</head>
<body>
<script>${frameScript}
</script>
</body>
</html>
`;

/** `sandbox` in the policy keeps the origin opaque also for someone who opens the URL by itself. */
export const FRAME_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `sandbox allow-scripts; ${FRAME_POLICY}; frame-ancestors 'self'`,
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), midi=()",
  "cache-control": "no-cache",
};
