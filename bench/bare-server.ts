import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A server that does nothing but answer: `node bare-server.ts FILE`. FILE is JSON, RecordedAnswer by path.
 * Prints its port and ends with its parent. It is what the program's requests per second are compared with.
 */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64 of the bytes as they went over the wire, compressed or not. */
  readonly body: string;
}

const [file = ""] = process.argv.slice(2);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<string, RecordedAnswer>;
const answers = new Map(
  Object.entries(recorded).map(([path, { body, ...rest }]) => [
    path,
    { ...rest, body: Buffer.from(body, "base64") },
  ]),
);

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? "");
  if (answer === undefined) response.writeHead(404).end();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once("end", () => process.exit(0));
