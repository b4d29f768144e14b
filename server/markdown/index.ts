/**
 * What members write, made into HTML that is safe to put into a page. Owns nothing but a cache.
 *
 * Classes that a style sheet must know: `table-scroll` (div around a table), `align-left|center|right` (th, td),
 * `code-block` (pre, with `data-language`), `hljs`, `language-*` and `hljs-*` (highlighting), `math-inline` (span),
 * `math-display` (div or span, scrolls sideways), `math-error` (code), `plain-source` (div; keep its line breaks),
 * and temml's own (`tml-*`, `wbk-*`, `chr-*` …), whose rules are in temml's style sheets.
 */
import { LRUCache } from "lru-cache";
import type { Marks } from "#core/forum/standing.ts";
import { hasVisibleText } from "#core/forum/text.ts";
import { countMarksIn } from "./count-marks.ts";
import { excerptOf, textOf } from "./excerpt.ts";
import { type Mentions, mentionsOf } from "./mentions.ts";
import { MAX_SOURCE_LENGTH, parser } from "./parser.ts";
import { sanitizeRendered } from "./sanitize.ts";

export { findFirstImage, type RenderedImage } from "./first-image.ts";

// Counted in characters, keys included.
const cache = new LRUCache<string, string>({
  maxSize: 8_000_000,
  sizeCalculation: (value, key) => value.length + key.length + 1,
});

function remember(key: string, make: () => string): string {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

/** A text as HTML that shows it as it is written, six times as long at most. */
export function renderAsWritten(source: string): string {
  return `<div class="plain-source">${parser.utils.escapeHtml(source.replaceAll("\0", "\uFFFD"))}</div>\n`;
}

export interface RenderOptions {
  /** This site's own, such as `https://example.org`: links to it, and paths, carry no `rel`; images of its storage are shown. */
  readonly origin?: string;
  /** Whether the text is what its page is about: its first image is loaded at once, every other when it comes into view. */
  readonly isLead?: boolean;
  /** False: formulas stand as their source, which costs next to nothing. */
  readonly hasFormulas?: boolean;
  /** Whose name each `@name` is, by how it is written: those become links. */
  readonly mentions?: ReadonlyMap<string, string>;
}

function render(source: string, options: RenderOptions): string {
  const { origin, isLead = false, hasFormulas = true, mentions } = options;
  if (source.length > MAX_SOURCE_LENGTH) return renderAsWritten(source);
  try {
    return sanitizeRendered(parser.render(source, { origin, hasLead: isLead, hasFormulas, mentions }));
  } catch {
    // A page full of posts must not fall because of one: what cannot be parsed is shown as it is written.
    return renderAsWritten(source);
  }
}

/** Markdown as HTML. Never throws; the same input gives the same output. */
export function renderMarkdown(source: string, options: RenderOptions = {}): string {
  const { origin = "", isLead = false, hasFormulas = true, mentions } = options;
  const named = source.includes("@") ? namedIn(source, mentions) : "";
  return remember(`html\0${isLead}\0${hasFormulas}\0${origin}\0${named}\0${source}`, () =>
    render(source, options),
  );
}

/** What of the names matters to this text, so that it is kept once for all pages on which it stands. */
function namedIn(source: string, mentions: ReadonlyMap<string, string> = new Map()): string {
  const names = [...mentions].filter(([written]) => source.normalize("NFKC").includes(written));
  return names.length > 0 ? JSON.stringify(names) : "";
}

/** Whether a text shows nothing once it is rendered: no visible character, picture, rule or box of a task. */
export function isBlankMarkdown(source: string): boolean {
  if (!hasVisibleText(source)) return true;
  const html = renderMarkdown(source);
  return !/<(?:img|hr|input)\b/.test(html) && !hasVisibleText(html.replace(/<[^>]*>/g, ""));
}

/** The names that a text mentions, each once, in order; not those in code, nor those in what it quotes. Never throws. */
export function findMentions(source: string): string[] {
  if (!source.includes("@") || source.length > MAX_SOURCE_LENGTH) return [];
  try {
    return mentionsOf(parser.parse(source, { mentions: "all" satisfies Mentions, hasFormulas: true }));
  } catch {
    return [];
  }
}

/** How many links that lead away from this site, pictures and names a text has when it is published. */
export function countMarks(source: string, options: Pick<RenderOptions, "origin"> = {}): Marks {
  return { ...countMarksIn(renderMarkdown(source, options)), mentions: findMentions(source).length };
}

/**
 * The beginning of a text as one line without markup, at most `maxLength` UTF-16 units, cut at a word with "…".
 * Formulas stand as one reads them or as "…", images as their alt text, code blocks are left out. It is text: escape it
 * in HTML.
 */
export function markdownToExcerpt(source: string, maxLength = 280): string {
  return remember(`text\0${maxLength}\0${source}`, () => {
    try {
      return excerptOf(source, maxLength);
    } catch {
      return "";
    }
  });
}

/** The same with each paragraph and each point of a list on a line of its own, for reading on: at most `maxLength`. */
export function markdownToText(source: string, maxLength: number): string {
  return remember(`lines\0${maxLength}\0${source}`, () => {
    try {
      return textOf(source, maxLength);
    } catch {
      return "";
    }
  });
}
