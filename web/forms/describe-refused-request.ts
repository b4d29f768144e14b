import { INVALID_REQUEST } from "#core/messages.ts";

/**
 * Returns the message for a request that was refused before it reached a page, for example because it's too large. The
 * server's response contains the message, but a proxy's doesn't.
 */
export function describeRefusedRequest({ status, data }: { status: number; data: unknown }): string {
  const fallback =
    status === 413 ? "Your request is too large. Use less text or a smaller file." : INVALID_REQUEST.message;
  return parseMessage(data) ?? fallback;
}

/** Returns null if the body contains no message. */
function parseMessage(body: unknown): string | null {
  try {
    const message: unknown = JSON.parse(String(body)).error.message;
    return typeof message === "string" ? message : null;
  } catch {
    return null;
  }
}
