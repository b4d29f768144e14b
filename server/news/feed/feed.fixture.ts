import { type IngestedFeed, parseFeedArticles } from "./parse-feed-articles.ts";

export const NOW = "2026-05-10T12:00:00.000Z";
export const toBytes = (text: string) => new TextEncoder().encode(text);

export const read = (text: string | Uint8Array, contentType = ""): IngestedFeed =>
  parseFeedArticles({
    bytes: typeof text === "string" ? toBytes(text) : text,
    contentType,
    url: "https://feeds.example.org/news/feed.xml",
    now: NOW,
  });

export const buildRss = (items: string, rootAttributes = 'version="2.0"') =>
  `<rss ${rootAttributes}><channel><title>T</title>${items}</channel></rss>`;
