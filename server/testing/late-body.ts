import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/** Sends a request with the first byte of its JSON body. The returned function sends the rest. */
export function startRequest(method: string, url: string, token: string, json: unknown) {
  const body = JSON.stringify(json);
  const sentRequest = request(url, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    },
  });
  const response = once(sentRequest, "response");
  sentRequest.write(body.slice(0, 1));
  return async function finish() {
    sentRequest.end(body.slice(1));
    const [incoming] = (await response) as [IncomingMessage];
    return { status: incoming.statusCode, body: await text(incoming) };
  };
}
