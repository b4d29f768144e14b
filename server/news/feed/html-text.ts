import sanitizeHtml from "sanitize-html";

/** The maximum number of characters to parse, because parsing time is quadratic in the nesting depth. */
const HTML_MAX = 100_000;
const TAGS_MAX = 4_000;
/** The maximum number of characters of a title to parse. Headlines are truncated to 200 characters anyway. */
const TITLE_MAX = 4_000;

/** Elements that start a new line or paragraph; the text of all others is inlined. */
const BLOCK_ELEMENTS =
  "p div section article header footer blockquote pre h1 h2 h3 h4 h5 h6 ul ol li br tr td th dt dd hr figure figcaption table";

/** Elements removed with their content. */
const DROPPED_ELEMENTS =
  "script style textarea option noscript iframe object svg annotation annotation-xml select template button video audio canvas head title";

const options: sanitizeHtml.IOptions = {
  allowedTags: BLOCK_ELEMENTS.split(" "),
  allowedAttributes: {},
  nestingLimit: 30,
  nonTextTags: DROPPED_ELEMENTS.split(" "),
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Converts HTML, which may be hostile, to plain text: blank lines between paragraphs, bullets for list items. */
function htmlToText(html: string): string {
  const cleanHtml = sanitizeHtml(truncateHtml(html), options);
  return (
    cleanHtml
      .replace(/\s+/g, " ")
      .replace(/<br \/>\s*/g, "\n")
      .replace(/<li>\s*(?:<(?:p|div)>\s*)?/g, "\n• ")
      .replace(/(?:<\/(?:p|div)>\s*)?<\/li>/g, "")
      .replace(/<\/(?:td|th|dt)>/g, " ")
      .replace(/<tr>|<dd>/g, "\n")
      .replace(/<\/?[a-z][a-z0-9]*(?: \/)?>/g, "\n\n")
      // Undoes exactly one level of escaping: the one that sanitize-html added.
      .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "")
      .trim()
  );
}

function truncateHtml(html: string): string {
  let tagCount = 0;
  for (let index = html.indexOf("<"); index >= 0 && index < HTML_MAX; index = html.indexOf("<", index + 1)) {
    tagCount += 1;
    if (tagCount > TAGS_MAX) return html.slice(0, index);
  }
  return html.slice(0, HTML_MAX);
}

/** Converts text or HTML to plain text. Line breaks count only in text without markup. */
export function toPlainText(text: string): string {
  return htmlToText(/<[a-z!/]/i.test(text) ? text : text.slice(0, HTML_MAX).replace(/\r\n?|\n/g, "<br>"));
}

/** Converts a headline to plain text. Its markup may be escaped several times. */
export function convertTitleToText(title: string): string {
  let text = title.slice(0, TITLE_MAX);
  for (let round = 0; round < 3 && /&(?:#\w+|[a-z]\w*);|<\/?[a-z!][^<>]*>/i.test(text); round += 1) {
    const html = escapeNamedElements(text);
    // An unclosed <svg onload=...> would swallow the headline.
    const strippedText = htmlToText(html) || htmlToText(html.replace(/<[^<>]*>/g, " "));
    if (strippedText === text) break;
    text = strippedText;
  }
  return text;
}

/** Elements that are markup in a headline even without a closing tag. */
const UNCLOSED_ELEMENTS = new Set(["br", "hr", "img", "p", "wbr"]);

/** Escapes tags that a headline only mentions. They are never closed, as in "the <select> element". */
function escapeNamedElements(title: string): string {
  const closedNames = new Set(
    [...title.matchAll(/<\/([a-z][\w-]*)\s*>/gi)].map(([, name = ""]) => name.toLowerCase()),
  );
  return title.replace(/<([a-z][\w-]*)>/gi, (tag, name: string) =>
    closedNames.has(name.toLowerCase()) || UNCLOSED_ELEMENTS.has(name.toLowerCase())
      ? tag
      : `&lt;${name}&gt;`,
  );
}

const SOURCE_ATTRIBUTES = ["src", "data-src", "data-lazy-src", "data-original"];

/** Returns the URL of the first image, as written; null if there is none, or only tracking pixels. */
export function findFirstImage(html: string): string | null {
  for (const [tag] of truncateHtml(html).matchAll(/<img\s[^<>]{1,4000}>/gi)) {
    const getAttribute = (name: string) =>
      new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i")
        .exec(tag)
        ?.slice(1)
        .find(Boolean);
    const isPixel = ["width", "height"].some((name) =>
      /^[0-3](?:px)?$/.test(getAttribute(name)?.trim() ?? ""),
    );
    // Lazy-loading pages use a placeholder in src.
    const src = SOURCE_ATTRIBUTES.map(getAttribute).find((url) => url && !/^\s*data:/i.test(url));
    if (src && !isPixel) return htmlToText(src);
  }
  return null;
}
