/**
 * The baseline for requests per second: a server that only sends recorded responses. Usage: `node bare-server.ts
 * FILE`. FILE is JSON that maps each path to its RecordedResponse. Prints its port and exits with its parent.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64 of the bytes on the wire, compressed or not. */
  readonly body: string;
}

const [file = ""] = process.argv.slice(2);
const recordings = JSON.parse(readFileSync(file, "utf8")) as Record<string, RecordedResponse>;
const responses = new Map(
  Object.entries(recordings).map(([path, { body, ...rest }]) => [
    path,
    { ...rest, body: Buffer.from(body, "base64") },
  ]),
);

const server = createServer((request, response) => {
  const recordedResponse = responses.get(request.url ?? "");
  if (recordedResponse === undefined) response.writeHead(404).end();
  else response.writeHead(recordedResponse.status, recordedResponse.headers).end(recordedResponse.body);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once("end", () => process.exit(0));
