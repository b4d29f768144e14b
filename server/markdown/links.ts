import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { parseImageSize } from "#core/storage/image-path.ts";
import { readInlineText } from "./plain-text.ts";

const EXTERNAL_REL = "noopener nofollow ugc";

// A base for parsing relative URLs; never output.
const PLACEHOLDER_ORIGIN = "http://same-site.invalid";

/** Whether the URL is a `/path` on this site. Browsers treat `//host` and `/\host` as another host. */
function isSitePath(href: string): boolean {
  return /^\/(?![/\\])/.test(href) && !/[\\\p{Cc}\s]/u.test(href);
}

/** Whether a link may have this URL: http, https, mailto, or a path on this site. */
export function isAllowedHref(href: string): boolean {
  if (isSitePath(href)) return true;
  if (/[\p{Cc}\s]/u.test(href)) return false;
  if (/^mailto:./i.test(href)) return true;
  return /^https?:\/\//i.test(href) && URL.canParse(href);
}

function isSameOrigin(href: string, origin: string | undefined): boolean {
  if (isSitePath(href)) return true;
  const target = URL.parse(href)?.origin;
  // mailto: URLs have the origin "null", and so does an `origin` option with an unsuitable scheme; they must not match.
  return target !== undefined && target !== "null" && target === (origin && URL.parse(origin)?.origin);
}

/**
 * Returns the path of an image in our storage; null for any other image. Absolute URLs with our origin count too,
 * because the storage protocol returns them.
 */
export function getStorageImagePath(src: string, origin?: string): string | null {
  if (!isAllowedHref(src) || !isSameOrigin(src, origin)) return null;
  const url = URL.parse(src, PLACEHOLDER_ORIGIN);
  return url?.pathname.startsWith("/storage/") ? url.pathname + url.search : null;
}

function setExternalRel(token: Token, origin: string | undefined): void {
  if (!isSameOrigin(String(token.attrGet("href") ?? ""), origin)) token.attrSet("rel", EXTERNAL_REL);
}

/** Returns the tokens for an image: the image if it is ours, otherwise its alt text or URL, as a link if possible. */
function replaceImage(image: Token, state: StateCore, isInLink: boolean): Token[] {
  const origin = state.env.origin as string | undefined;
  const src = String(image.attrGet("src") ?? "");
  const path = getStorageImagePath(src, origin);
  const alt = readInlineText(image.children).replace(/\s+/g, " ").trim();
  if (path !== null) {
    const size = parseImageSize(src);
    // The first image of the main content is loaded eagerly, all others when they are scrolled into view.
    const isLeadImage = state.env.needsLeadImage === true;
    state.env.needsLeadImage = false;
    image.attrs = [
      ["src", path],
      ["alt", alt],
      ...(size
        ? [
            ["width", String(size.width)] as [string, string],
            ["height", String(size.height)] as [string, string],
          ]
        : []),
      ...(isLeadImage
        ? [["fetchpriority", "high"] as [string, string]]
        : [["loading", "lazy"] as [string, string]]),
      ["decoding", "async"],
    ];
    return [image];
  }
  const text = new state.Token("text", "", 0);
  text.content = alt || state.md.normalizeLinkText(src);
  if (isInLink) return [text];
  const linkOpen = new state.Token("link_open", "a", 1);
  linkOpen.attrs = [["href", src]];
  setExternalRel(linkOpen, origin);
  if (!alt) markAsUrl(linkOpen);
  return [linkOpen, text, new state.Token("link_close", "a", -1)];
}

/** Printouts show the URL of a link, unless its text is the URL already. */
const markAsUrl = (linkOpen: Token) => linkOpen.attrSet("class", "url");

/** Runs after linkify, so that it sees all links, no matter how they were written. */
function finishLinks(state: StateCore): void {
  const origin = state.env.origin as string | undefined;
  for (const block of state.tokens) {
    if (!block.children) continue;
    let linkDepth = 0;
    block.children = block.children.flatMap((token) => {
      if (token.type === "link_open") {
        linkDepth += 1;
        setExternalRel(token, origin);
        if (token.markup === "linkify" || token.markup === "autolink") markAsUrl(token);
      } else if (token.type === "link_close") linkDepth -= 1;
      return token.type === "image" ? replaceImage(token, state, linkDepth > 0) : [token];
    });
  }
}

export function installLinks(parser: MarkdownIt): void {
  parser.validateLink = isAllowedHref;
  // Only URLs with http:// or https:// are linked automatically.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  for (const schema of ["ftp:", "mailto:", "//"]) parser.linkify.add(schema, null);
  parser.core.ruler.push("finish_links", finishLinks);
  // The default rule would generate the alt text from the image's children.
  parser.renderer.rules.image = (tokens, index, options, _env, renderer) =>
    renderer.renderToken(tokens, index, options);
}
