import type { IncomingMessage } from "node:http";

const SILENT_MS = 1_000;
const LONGEST_MS = 10_000;

/**
 * Reads on, for a while, after an answer that came before the request's body had: a client that is cut off while it
 * still sends reports a broken connection instead of the answer. Then the connection ends.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  const end = () => request.socket.destroySoon();
  const silent = setTimeout(end, SILENT_MS);
  const longest = setTimeout(end, LONGEST_MS);
  const clear = () => {
    clearTimeout(silent);
    clearTimeout(longest);
  };
  request.on("data", () => silent.refresh());
  for (const event of ["end", "error", "close"]) request.once(event, clear);
  request.resume();
}
