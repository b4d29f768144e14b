/**
 * Simulates many open pages: `node live-clients.ts URL COUNT`, with an IPC channel. Opens COUNT streams of URL, then
 * sends "open". Once all streams have received an event with a post's upvote count, reports when each of them received
 * it. Exits with its parent.
 */
import { type ClientRequest, request } from "node:http";

export interface Delivery {
  /** The post's upvote count, which identifies the event. */
  readonly upvotes: number;
  /** When each stream received it, in milliseconds since 1970. */
  readonly times: readonly number[];
}

const [url = "", count = "0"] = process.argv.slice(2);
const streamCount = Number(count);
const deliveryTimes = new Map<number, number[]>();
const now = () => performance.timeOrigin + performance.now();

function recordDelivery(upvotes: number): void {
  const times = deliveryTimes.get(upvotes) ?? [];
  deliveryTimes.set(upvotes, times);
  times.push(now());
  if (times.length === streamCount) process.send?.({ upvotes, times } satisfies Delivery);
}

function openStream(): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was refused: ${response.statusCode}`));
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        const events = text.split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) {
          const upvotes = /"upvotes":(\d+)/.exec(event)?.[1];
          if (upvotes) recordDelivery(Number(upvotes));
        }
      });
      response.on("end", () => process.exit(1));
      resolve(clientRequest);
    });
    clientRequest.on("error", reject).end();
  });
}

// Fifty at a time, because servers refuse too many new connections at once.
for (let opened = 0; opened < streamCount; opened += 50)
  await Promise.all(Array.from({ length: Math.min(50, streamCount - opened) }, openStream));
process.send?.("open");
process.once("disconnect", () => process.exit(0));
