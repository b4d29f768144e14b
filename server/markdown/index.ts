/**
 * Renders members' Markdown to safe HTML. Owns only a cache.
 *
 * Classes for style sheets: `table-scroll` (div around a table), `align-left|center|right` (th, td),
 * `code-block` (pre, with `data-language` if highlighted), `hljs`, `language-*` and `hljs-*` (highlighting),
 * `math-inline` (span), `math-display` (div or span, scrolls sideways), `math-error` (code), `plain-source`
 * (div; preserve its line breaks), `task` (li with a checkbox), and temml's own (`tml-*`, `wbk-*`, `chr-*` …),
 * which temml's style sheets define.
 */
import { LRUCache } from "lru-cache";
import { extractMentions } from "#core/forum/mention.ts";
import type { MarkupCounts } from "#core/forum/trust-level.ts";
import { hasVisibleText } from "#core/text.ts";
import { countMarkupInHtml } from "./count-markup.ts";
import { buildExcerpt, buildText } from "./excerpt.ts";
import { collectMentions, type Mentions } from "./mentions.ts";
import { parser, SOURCE_LENGTH_MAX } from "./parser.ts";
import { sanitizeRenderedHtml } from "./sanitize.ts";

export { findFirstImage } from "./first-image.ts";

// Sizes are in characters, including keys.
const cache = new LRUCache<string, string>({
  maxSize: 8_000_000,
  sizeCalculation: (value, key) => value.length + key.length + 1,
});

function memoize(key: string, create: () => string): string {
  const cachedText = cache.get(key);
  if (cachedText !== undefined) return cachedText;
  const text = create();
  cache.set(key, text);
  return text;
}

/** Returns HTML that shows the source as written, at most six times as long. */
export function renderAsSource(source: string): string {
  const escapedSource = parser.utils.escapeHtml(dropDirectionControls(source.replaceAll("\0", "\uFFFD")));
  return `<div class="plain-source">${escapedSource}</div>\n`;
}

/** Removes direction controls, which could make a URL appear backwards. Entities in the source can encode them too. */
const dropDirectionControls = (text: string) => text.replace(/\p{Bidi_Control}/gu, "");

export interface RenderOptions {
  /** This site's origin, such as `https://example.org`. Links to it have no `rel`. */
  readonly origin?: string;
  /** Whether the text is the page's main content. If so, its first image is loaded eagerly. */
  readonly isLead?: boolean;
  /** Whether formulas are rendered. If not, they are shown as source, which takes less time. */
  readonly hasFormulas?: boolean;
  /** Maps each mentioned name, as spelled, to the username to link. */
  readonly mentions?: ReadonlyMap<string, string>;
}

function render(source: string, options: RenderOptions): string {
  const { origin, isLead = false, hasFormulas = true, mentions } = options;
  if (source.length > SOURCE_LENGTH_MAX) return renderAsSource(source);
  try {
    const html = sanitizeRenderedHtml(
      parser.render(source, { origin, needsLeadImage: isLead, hasFormulas, mentions }),
    );
    return dropDirectionControls(html);
  } catch {
    // One post must not break a page, so what can't be parsed is shown as written.
    return renderAsSource(source);
  }
}

/** Renders Markdown to HTML. Never throws; the same input gives the same output. */
export function renderMarkdown(source: string, options: RenderOptions = {}): string {
  const { origin = "", isLead = false, hasFormulas = true, mentions } = options;
  const mentionsKey = source.includes("@") ? buildMentionsKey(source, mentions) : "";
  return memoize(`html\0${isLead}\0${hasFormulas}\0${origin}\0${mentionsKey}\0${source}`, () =>
    render(source, options),
  );
}

/** Serializes only the mentions that occur in this source, so that its HTML is cached once for all pages. */
function buildMentionsKey(source: string, mentions: ReadonlyMap<string, string> = new Map()): string {
  if (mentions.size === 0) return "";
  // Only names are normalized, because normalizing a text with many combining marks takes quadratic time.
  const mentionedNames = new Set(extractMentions(source, Number.POSITIVE_INFINITY));
  const names = [...mentions].filter(([spelling]) => mentionedNames.has(spelling));
  return names.length > 0 ? JSON.stringify(names) : "";
}

/** Whether Markdown renders to nothing visible: no text, image, rule or checkbox. */
export function isBlankMarkdown(source: string): boolean {
  if (!hasVisibleText(source)) return true;
  const html = renderMarkdown(source);
  return !/<(?:img|hr|input)\b/.test(html) && !hasVisibleText(html.replace(/<[^<>]*>/g, ""));
}

/** Lists the distinct names mentioned in Markdown, in order, without those in code, links and quotes. Never throws. */
export function findMentions(source: string): string[] {
  if (!source.includes("@") || source.length > SOURCE_LENGTH_MAX) return [];
  try {
    return collectMentions(parser.parse(source, { mentions: "all" satisfies Mentions, hasFormulas: true }));
  } catch {
    return [];
  }
}

/** Counts the external links, images and mentions in the rendered Markdown. */
export function countMarkup(source: string, options: Pick<RenderOptions, "origin"> = {}): MarkupCounts {
  return { ...countMarkupInHtml(renderMarkdown(source, options)), mentions: findMentions(source).length };
}

/** Returns one line of plain text. Longer text is cut, at a word boundary if possible, with "…". Escape it in HTML. */
export function markdownToExcerpt(source: string, maxLength = 280): string {
  return memoize(`text\0${maxLength}\0${source}`, () => {
    try {
      return dropDirectionControls(buildExcerpt(source, maxLength));
    } catch {
      return "";
    }
  });
}

/** Like `markdownToExcerpt`, but with each paragraph and list item on its own line. */
export function markdownToText(source: string, maxLength: number): string {
  return memoize(`lines\0${maxLength}\0${source}`, () => {
    try {
      return dropDirectionControls(buildText(source, maxLength));
    } catch {
      return "";
    }
  });
}
