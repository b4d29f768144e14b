import { type ClientRequest, request } from "node:http";

/**
 * Many open pages in one process: `node live-listeners.ts URL COUNT`, with an IPC channel. Opens COUNT streams of URL, says
 * "open", and for each event that raises a post's votes says when each stream had it. Ends with its parent.
 */
export interface Delivered {
  /** The post's votes, which tell one event from the next. */
  readonly upvotes: number;
  /** When each stream had it, in milliseconds since 1970. */
  readonly times: readonly number[];
}

const [url = "", count = "0"] = process.argv.slice(2);
const most = Number(count);
const delivered = new Map<number, number[]>();
const now = () => performance.timeOrigin + performance.now();

function hear(upvotes: number): void {
  const times = delivered.get(upvotes) ?? [];
  delivered.set(upvotes, times);
  times.push(now());
  if (times.length === most) process.send?.({ upvotes, times } satisfies Delivered);
}

function open(): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was refused: ${response.statusCode}`));
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        const events = text.split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) {
          const upvotes = /"upvotes":(\d+)/.exec(event)?.[1];
          if (upvotes) hear(Number(upvotes));
        }
      });
      response.on("end", () => process.exit(1));
      resolve(asked);
    });
    asked.on("error", reject).end();
  });
}

// Fifty at a time: so many new connections at once would be refused by any server.
for (let opened = 0; opened < most; opened += 50)
  await Promise.all(Array.from({ length: Math.min(50, most - opened) }, open));
process.send?.("open");
process.once("disconnect", () => process.exit(0));
