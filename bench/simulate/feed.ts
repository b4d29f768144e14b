import { buildRss } from "#server/testing/feed-server.ts";
import { ARTICLES_PER_MINUTE } from "./behavior.ts";

const MINUTES = 20;

/** A feed with the articles of the last 20 minutes, each about 2 kB. */
export function buildFeed(now: Date): string {
  const minute = Math.floor(now.getTime() / 60_000);
  return buildRss(
    Array.from({ length: MINUTES * ARTICLES_PER_MINUTE }, (_, index) => {
      const articleMinute = minute - Math.floor(index / ARTICLES_PER_MINUTE);
      const id = `${articleMinute}-${index % ARTICLES_PER_MINUTE}`;
      return {
        title: `Validators agree on change ${id}`,
        guid: id,
        link: `https://news.example/${id}`,
        date: new Date(articleMinute * 60_000).toUTCString(),
        description: `<p>${`Change ${id} lowers fees for most transactions. `.repeat(40)}</p>`,
      };
    }),
  );
}
