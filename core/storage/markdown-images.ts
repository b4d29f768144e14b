import { POST_IMAGES_PATH } from "./image-path.ts";

/** An image in the bucket for post images. `from` and `to` are its positions in the text, end exclusive. */
export interface MarkdownImage {
  readonly alt: string;
  readonly url: string;
  readonly from: number;
  readonly to: number;
}

/** An `upload:` URL isn't rendered as an image, so a placeholder published by mistake is plain text. */
export function formatPlaceholder(token: string, name: string): string {
  return `![Uploading ${escapeAlt(name)}…](upload:${token})`;
}

export function formatImage(alt: string, url: string): string {
  return `![${escapeAlt(alt)}](${url})`;
}

const ALT = String.raw`((?:\\.|[^\]\\\n])*)`;

/** Finds the placeholders of unfinished uploads, with their positions in the text. */
export function findPlaceholders(text: string) {
  const matches = text.matchAll(new RegExp(String.raw`!\[Uploading ${ALT}…\]\(upload:([\w-]+)\)`, "g"));
  return [...matches].map(({ 0: match, 1: name = "", 2: token = "", index }) => ({
    token,
    name: unescapeAlt(name),
    from: index,
    to: index + match.length,
  }));
}

export function findImages(text: string): MarkdownImage[] {
  const matches = text.matchAll(new RegExp(String.raw`!\[${ALT}\]\((${POST_IMAGES_PATH}[^\s()<>]+)\)`, "g"));
  return [...matches].map(({ 0: match, 1: alt = "", 2: url = "", index }) => ({
    alt: unescapeAlt(alt),
    url,
    from: index,
    to: index + match.length,
  }));
}

function escapeAlt(alt: string): string {
  return alt.replace(/\s+/g, " ").replace(/[\\[\]]/g, "\\$&");
}

function unescapeAlt(alt: string): string {
  return alt.replace(/\\([\\[\]])/g, "$1");
}
