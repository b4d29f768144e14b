import sanitizeHtml from "sanitize-html";

/**
 * Of one item's HTML no more is looked at: its text is cut long before, and a parser's work grows with the square of
 * how deep tags stand in each other.
 */
const HTML_MAX = 100_000;
const TAGS_MAX = 4_000;
/** Of a headline, which is cut to 200 characters. */
const TITLE_MAX = 4_000;

/** What ends a line or a paragraph; everything else is taken out and its words stay. */
const BLOCKS =
  "p div section article header footer blockquote pre h1 h2 h3 h4 h5 h6 ul ol li br tr td th dt dd hr figure figcaption table";

/** What goes with everything in it. */
const UNREAD =
  "script style textarea option noscript iframe object svg math select template button form video audio canvas head title";

const options: sanitizeHtml.IOptions = {
  allowedTags: BLOCKS.split(" "),
  allowedAttributes: {},
  nestingLimit: 30,
  nonTextTags: UNREAD.split(" "),
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The words of hostile HTML as plain text: paragraphs apart by an empty line, list items behind a point. */
function htmlToText(html: string): string {
  const clean = sanitizeHtml(head(html), options);
  return (
    clean
      .replace(/\s+/g, " ")
      .replace(/<br \/>\s*/g, "\n")
      .replace(/<li>\s*(?:<(?:p|div)>\s*)?/g, "\n• ")
      .replace(/(?:<\/(?:p|div)>\s*)?<\/li>/g, "")
      .replace(/<\/(?:td|th|dt)>/g, " ")
      .replace(/<tr>|<dd>/g, "\n")
      .replace(/<\/?[a-z][a-z0-9]*(?: \/)?>/g, "\n\n")
      // What sanitize-html escaped, and nothing else: each once.
      .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "")
      .trim()
  );
}

/** As much of HTML as is looked at. */
function head(html: string): string {
  let tags = 0;
  for (let at = html.indexOf("<"); at >= 0 && at < HTML_MAX; at = html.indexOf("<", at + 1)) {
    tags += 1;
    if (tags > TAGS_MAX) return html.slice(0, at);
  }
  return html.slice(0, HTML_MAX);
}

/** The line ends of text without any markup are meant; of HTML they are not. */
export function anyText(text: string): string {
  return htmlToText(/<[a-z!/]/i.test(text) ? text : text.slice(0, HTML_MAX).replace(/\r\n?|\n/g, "<br>"));
}

/** Markup in a headline is seldom meant: words, however often they were escaped. */
export function titleToText(title: string): string {
  let text = title.slice(0, TITLE_MAX);
  for (let round = 0; round < 3 && /&(?:#\w+|[a-z]\w*);|<\/?[a-z!][^<>]*>/i.test(text); round += 1) {
    // What an unclosed <svg> would swallow are the words of the headline.
    const next = htmlToText(text) || htmlToText(text.replace(/<[^<>]*>/g, " "));
    if (next === text) break;
    text = next;
  }
  return text;
}

const SOURCES = ["src", "data-src", "data-lazy-src", "data-original"];

/** The address of the first picture in HTML, as written; null when it has none, or only marks that count readers. */
export function firstImage(html: string): string | null {
  for (const [tag] of head(html).matchAll(/<img\s[^<>]{1,4000}>/gi)) {
    const attribute = (name: string) =>
      new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i")
        .exec(tag)
        ?.slice(1)
        .find(Boolean);
    const isPixel = ["width", "height"].some((name) => /^[0-3](?:px)?$/.test(attribute(name)?.trim() ?? ""));
    // Pages that load their pictures late put a blank one in the place of the address.
    const src = SOURCES.map(attribute).find((one) => one && !/^\s*data:/i.test(one));
    if (src && !isPixel) return htmlToText(src);
  }
  return null;
}
