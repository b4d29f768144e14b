import { renderMarkdown } from "#server/markdown/index.ts";

export interface PlaceholderValues {
  readonly siteName: string;
  readonly adminEmail: string | null;
  readonly origin: string;
}

/** Escapes special characters in a name, so that they are shown as they are. */
const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!<>|~$&^=:]/g, "\\$&");

/** Renders a page's Markdown as HTML, with the site's name for {site} and its email address for {contact}. */
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
