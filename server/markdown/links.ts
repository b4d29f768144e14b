import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { readPictureSize } from "#core/storage/picture-address.ts";
import { inlineText } from "./plain-text.ts";

const EXTERNAL_REL = "noopener nofollow ugc";

// Only to give relative addresses a base while they are parsed; never written anywhere.
const PLACEHOLDER_ORIGIN = "http://same-site.invalid";

/** `/path` on this site. `//host` and `/\host` lead elsewhere: a browser reads both as another host. */
function isSitePath(href: string): boolean {
  return /^\/(?![/\\])/.test(href) && !/[\\\p{Cc}\s]/u.test(href);
}

/** http, https, mailto, or a path of this site. Everything else is refused. */
export function isAllowedHref(href: string): boolean {
  if (isSitePath(href)) return true;
  if (/[\p{Cc}\s]/u.test(href)) return false;
  if (/^mailto:./i.test(href)) return true;
  return /^https?:\/\//i.test(href) && URL.canParse(href);
}

function isSameSite(href: string, origin: string | undefined): boolean {
  if (isSitePath(href)) return true;
  const target = URL.parse(href)?.origin;
  // mailto: has the origin "null", and so has an unusable `origin` option: they must not meet.
  return target !== undefined && target !== "null" && target === (origin && URL.parse(origin)?.origin);
}

/**
 * The path of an image kept by this site (`/storage/…`, dots resolved), or null. An absolute address of our own
 * origin counts: the storage protocol hands out absolute public addresses.
 */
export function storageImagePath(src: string, origin?: string): string | null {
  if (!isAllowedHref(src) || !isSameSite(src, origin)) return null;
  const url = URL.parse(src, PLACEHOLDER_ORIGIN);
  return url?.pathname.startsWith("/storage/") ? url.pathname + url.search : null;
}

function setLinkAttributes(token: Token, origin: string | undefined): void {
  if (!isSameSite(String(token.attrGet("href") ?? ""), origin)) token.attrSet("rel", EXTERNAL_REL);
}

/** The tokens that stand for an image: itself when it is ours, else a link with its alt text as the words. */
function replaceImage(image: Token, state: StateCore, insideLink: boolean): Token[] {
  const origin = state.env.origin as string | undefined;
  const src = String(image.attrGet("src") ?? "");
  const path = storageImagePath(src, origin);
  const alt = inlineText(image.children).replace(/\s+/g, " ").trim();
  if (path !== null) {
    const size = readPictureSize(src);
    // The picture that a page begins with is wanted at once, the others when they are scrolled to.
    const isLead = state.env.hasLead === true;
    state.env.hasLead = false;
    image.attrs = [
      ["src", path],
      ["alt", alt],
      ...(size
        ? [
            ["width", String(size.width)] as [string, string],
            ["height", String(size.height)] as [string, string],
          ]
        : []),
      ...(isLead
        ? [["fetchpriority", "high"] as [string, string]]
        : [["loading", "lazy"] as [string, string]]),
      ["decoding", "async"],
    ];
    return [image];
  }
  const text = new state.Token("text", "", 0);
  text.content = alt || state.md.normalizeLinkText(src);
  if (insideLink) return [text];
  const open = new state.Token("link_open", "a", 1);
  open.attrs = [["href", src]];
  setLinkAttributes(open, origin);
  return [open, text, new state.Token("link_close", "a", -1)];
}

/** Runs after linkify, so that it sees every link however it was written. */
function finishLinks(state: StateCore): void {
  const origin = state.env.origin as string | undefined;
  for (const block of state.tokens) {
    if (!block.children) continue;
    let linkDepth = 0;
    block.children = block.children.flatMap((token) => {
      if (token.type === "link_open") {
        linkDepth += 1;
        setLinkAttributes(token, origin);
      } else if (token.type === "link_close") linkDepth -= 1;
      return token.type === "image" ? replaceImage(token, state, linkDepth > 0) : [token];
    });
  }
}

export function installLinks(parser: MarkdownIt): void {
  parser.validateLink = isAllowedHref;
  // Only what is written with http:// or https:// becomes a link by itself.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  for (const schema of ["ftp:", "mailto:", "//"]) parser.linkify.add(schema, null);
  parser.core.ruler.push("finish_links", finishLinks);
  // The default rule would write the alt text anew from the image's children.
  parser.renderer.rules.image = (tokens, index, options, _env, renderer) =>
    renderer.renderToken(tokens, index, options);
}
