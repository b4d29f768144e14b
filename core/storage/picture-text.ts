import { POST_IMAGES_PATH } from "./picture-address.ts";

/** How pictures stand in a Markdown text: those that are there, and places kept for those that are still to come. */

/** A place kept for a picture that is not uploaded yet. */
export interface Placeholder {
  readonly token: string;
  /** Of the file. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A picture of this site's storage in a text. */
export interface PictureInText {
  readonly alt: string;
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

/** It is no address that a page would follow: published by mistake it would be words. */
export function writePlaceholder(token: string, name: string): string {
  return `![Uploading ${escapeAlt(name)}…](upload:${token})`;
}

export function writePicture(alt: string, address: string): string {
  return `![${escapeAlt(alt)}](${address})`;
}

const ALT = String.raw`((?:\\.|[^\]\\\n])*)`;

export function findPlaceholders(text: string): Placeholder[] {
  const found = text.matchAll(new RegExp(String.raw`!\[Uploading ${ALT}…\]\(upload:([\w-]+)\)`, "g"));
  return [...found].map(({ 0: whole, 1: name = "", 2: token = "", index }) => ({
    token,
    name: unescapeAlt(name),
    from: index,
    to: index + whole.length,
  }));
}

export function findPictures(text: string): PictureInText[] {
  const found = text.matchAll(new RegExp(String.raw`!\[${ALT}\]\((${POST_IMAGES_PATH}[^\s()<>]+)\)`, "g"));
  return [...found].map(({ 0: whole, 1: alt = "", 2: address = "", index }) => ({
    alt: unescapeAlt(alt),
    address,
    from: index,
    to: index + whole.length,
  }));
}

function escapeAlt(alt: string): string {
  return alt.replace(/\s+/g, " ").replace(/[\\[\]]/g, "\\$&");
}

function unescapeAlt(alt: string): string {
  return alt.replace(/\\([\\[\]])/g, "$1");
}
