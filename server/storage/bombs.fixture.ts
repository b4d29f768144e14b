/** Run by bombs.test.ts in a separate process. Prints the outcomes and the peak memory in megabytes. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { encodeImage } from "./encode-image.ts";

const results = await Promise.allSettled(
  process.argv.slice(2).map((file) => encodeImage("post-images", () => readFile(file), { ownerId: file })),
);
const peakKilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
process.stdout.write(
  JSON.stringify({
    megabytes: Number(peakKilobytes) / 1024,
    outcomes: results.map((result) =>
      result.status === "fulfilled" ? "encoded" : String(result.reason.message),
    ),
  }),
);
