import type { RequestListener } from "node:http";
import { startHttpServer } from "./http-server.ts";

export type FeedServer = Awaited<ReturnType<typeof startFeedServer>>;

/** Starts a local feed server that records requests. Its responses are configurable. */
export async function startFeedServer() {
  const listeners = new Map<string, RequestListener>();
  /** By path: the number of requests, and the last request's headers. */
  const requests = new Map<string, { count: number; headers: Record<string, unknown> }>();
  const server = await startHttpServer((request, response) => {
    const path = request.url ?? "/";
    requests.set(path, { count: (requests.get(path)?.count ?? 0) + 1, headers: request.headers });
    const listener = listeners.get(path) ?? listeners.get(path.split("?")[0] ?? "");
    if (listener) listener(request, response);
    else response.writeHead(404).end();
  });
  return {
    origin: server.origin,
    requests,
    on(path: string, listenerOrBody: RequestListener | string | Buffer) {
      listeners.set(
        path,
        typeof listenerOrBody === "function"
          ? listenerOrBody
          : (_request, response) => {
              response.writeHead(200, { "Content-Type": "application/xml" }).end(listenerOrBody);
            },
      );
    },
    close: server.close,
  };
}

export interface TestItem {
  readonly title: string;
  readonly guid?: string;
  readonly link?: string;
  readonly date?: string;
  readonly description?: string;
  readonly image?: string;
}

export function buildRss(items: readonly TestItem[]): string {
  const buildElement = (name: string, text: string | undefined) =>
    text === undefined ? "" : `<${name}><![CDATA[${text}]]></${name}>`;
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Test</title>${items
    .map(
      ({ title, guid, link, date, description, image }) =>
        `<item>${buildElement("title", title)}${buildElement("guid", guid)}${buildElement("link", link)}${buildElement("pubDate", date)}${buildElement("description", description)}${
          image ? `<enclosure url="${image}" type="image/jpeg" length="1"/>` : ""
        }</item>`,
    )
    .join("")}</channel></rss>`;
}
