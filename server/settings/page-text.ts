import { PAGE_TEXT_MAX } from "#core/settings/names.ts";
import { renderMarkdown } from "#server/markdown/index.ts";

/** The values for a page text's placeholders. */
export interface PlaceholderValues {
  readonly siteName: string;
  readonly adminEmail: string | null;
  readonly origin: string;
}

/** Escapes Markdown, so that special characters in a name are shown as they are. */
const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!<>|~$&^=:]/g, "\\$&");

/** Renders a page's Markdown, with {site} and {contact} filled in. */
export function renderPageText(source: string, { siteName, adminEmail, origin }: PlaceholderValues): string {
  const contact =
    adminEmail === null
      ? "the administrators of the site"
      : `[${escapeMarkdown(adminEmail)}](mailto:${adminEmail})`;
  const filled = source
    .slice(0, PAGE_TEXT_MAX)
    .replaceAll("{site}", () => escapeMarkdown(siteName))
    .replaceAll("{contact}", () => contact);
  return renderMarkdown(filled, { origin, hasFormulas: false });
}
