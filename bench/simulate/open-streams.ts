import { type ClientRequest, request } from "node:http";

export interface OpenStreams {
  /** Events received so far on all streams. */
  countEvents(): number;
  close(): void;
}

/** Opens live streams, as visitors' pages do. Throws if one is refused. */
export async function openStreams(urls: readonly string[], count: number): Promise<OpenStreams> {
  const requests: ClientRequest[] = [];
  let eventCount = 0;
  const open = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const clientRequest = request(`${urls[index % urls.length]}/live`, { agent: false }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`A stream was refused: ${response.statusCode}`));
        response.setEncoding("utf8").on("data", (chunk: string) => {
          eventCount += chunk.split("\ndata:").length - 1;
        });
        // Ignores errors on connections that close() destroys.
        response.on("error", () => {});
        resolve();
      });
      clientRequest.on("error", reject).end();
      requests.push(clientRequest);
    });
  // Fifty at a time, because servers refuse too many new connections at once.
  for (let opened = 0; opened < count; opened += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, count - opened) }, (_, index) => open(opened + index)),
    );
  return {
    countEvents: () => eventCount,
    close() {
      for (const clientRequest of requests) clientRequest.destroy();
    },
  };
}
