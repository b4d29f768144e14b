import type { IncomingMessage } from "node:http";

const IDLE_TIMEOUT_MS = 1_000;
const TOTAL_TIMEOUT_MS = 10_000;

/**
 * Reads the rest of a body for a while before closing the connection, because a client that is cut off while sending
 * never sees the response.
 */
export function drainBody(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  const end = () => request.socket.destroySoon();
  const idleTimer = setTimeout(end, IDLE_TIMEOUT_MS);
  const totalTimer = setTimeout(end, TOTAL_TIMEOUT_MS);
  const clear = () => {
    clearTimeout(idleTimer);
    clearTimeout(totalTimer);
  };
  request.on("data", () => idleTimer.refresh());
  for (const event of ["end", "error", "close"]) request.once(event, clear);
  request.resume();
}
