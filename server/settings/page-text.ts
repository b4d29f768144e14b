import { renderMarkdown } from "#server/markdown/index.ts";

export interface PlaceholderValues {
  readonly siteName: string;
  readonly adminEmail: string | null;
  readonly origin: string;
}

/** Escapes characters that have a meaning in Markdown, so that they are shown literally. */
const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!<>|~$&^=:]/g, "\\$&");

/**
 * Renders a page's Markdown as HTML. Replaces {site} with the site's name, and {contact} with a link to its email
 * address, or with "the administrators of the site" if it has none.
 */
export function renderPageText(source: string, { siteName, adminEmail, origin }: PlaceholderValues): string {
  const contact =
    adminEmail === null
      ? "the administrators of the site"
      : `[${escapeMarkdown(adminEmail)}](mailto:${adminEmail})`;
  const markdown = source
    .replaceAll("{site}", () => escapeMarkdown(siteName))
    .replaceAll("{contact}", () => contact);
  return renderMarkdown(markdown, { origin, hasFormulas: false });
}
