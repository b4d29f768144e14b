import { POST_IMAGES_PATH } from "./picture-address.ts";

/** Pictures and upload placeholders in Markdown. */

/** Stands for a picture that is still uploading. */
export interface Placeholder {
  readonly token: string;
  /** The file's name. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A picture in this site's storage. */
export interface PictureInText {
  readonly alt: string;
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

/** The `upload:` address isn't rendered as an image: published by mistake, it's plain text. */
export function writePlaceholder(token: string, name: string): string {
  return `![Uploading ${escapeAlt(name)}…](upload:${token})`;
}

export function writePicture(alt: string, address: string): string {
  return `![${escapeAlt(alt)}](${address})`;
}

const ALT = String.raw`((?:\\.|[^\]\\\n])*)`;

export function findPlaceholders(text: string): Placeholder[] {
  const found = text.matchAll(new RegExp(String.raw`!\[Uploading ${ALT}…\]\(upload:([\w-]+)\)`, "g"));
  return [...found].map(({ 0: match, 1: name = "", 2: token = "", index }) => ({
    token,
    name: unescapeAlt(name),
    from: index,
    to: index + match.length,
  }));
}

export function findPictures(text: string): PictureInText[] {
  const found = text.matchAll(new RegExp(String.raw`!\[${ALT}\]\((${POST_IMAGES_PATH}[^\s()<>]+)\)`, "g"));
  return [...found].map(({ 0: match, 1: alt = "", 2: address = "", index }) => ({
    alt: unescapeAlt(alt),
    address,
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
