import { PAGE_TEXT_MAX } from "#core/settings/names.ts";
import { renderMarkdown } from "#server/markdown/index.ts";

/** What of the site a page's text may name. */
export interface PageFacts {
  readonly siteName: string;
  readonly adminEmail: string | null;
  readonly origin: string;
}

/** Markdown's own signs, so that a name with such in it stays a name. */
const plain = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!<>|~$&^=:]/g, "\\$&");

/** A page's text as HTML: Markdown, with {site} and {contact} filled in. */
export function renderPageText(source: string, { siteName, adminEmail, origin }: PageFacts): string {
  const contact =
    adminEmail === null ? "the administrators of the site" : `[${plain(adminEmail)}](mailto:${adminEmail})`;
  const filled = source
    .slice(0, PAGE_TEXT_MAX)
    .replaceAll("{site}", () => plain(siteName))
    .replaceAll("{contact}", () => contact);
  return renderMarkdown(filled, { origin, hasFormulas: false });
}
