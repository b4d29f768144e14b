import { FEED_DEPTH_MAX, FEED_ELEMENTS_MAX } from "#core/news/limits.ts";
import { FeedError } from "./feed-error.ts";

const ENTITY = /<!ENTITY\s+(%\s+)?([\w.:-]{1,200})\s+("[^"]{0,200}"|'[^']{0,200}'|[^>]{0,200})/g;
const HARMLESS = /^["'](?:[^&%<]|&#\w{1,8};){0,32}["']$/;

/**
 * XML without its document type, whose entities are how a small document becomes a huge one or reads another. Throws
 * FeedError for a document type that declares such entities, and for elements too many or too deep: both in one pass
 * over the text, before anything is built of it.
 */
export function withoutHostileXml(xml: string): string {
  return checkElements(dropDocumentType(xml));
}

function dropDocumentType(xml: string): string {
  const start = xml.search(/<!DOCTYPE/i);
  // Only what stands before the first element is one.
  if (start < 0 || start > firstElement(xml)) return xml;
  const end = endOfDocumentType(xml, start);
  if (end < 0) throw new FeedError("hostile", "its document type does not end");
  for (const [, parameter, , value = ""] of xml.slice(start, end).matchAll(ENTITY)) {
    if (parameter !== undefined || !HARMLESS.test(value)) {
      throw new FeedError("hostile", "it declares entities of its own");
    }
  }
  return xml.slice(0, start) + xml.slice(end);
}

function firstElement(xml: string): number {
  const at = xml.search(/<[A-Za-z_]/);
  return at < 0 ? xml.length : at;
}

/** Where the document type ends: its ">" outside quotes and brackets; -1 when it has none. */
function endOfDocumentType(xml: string, start: number): number {
  let depth = 0;
  let quote = "";
  for (let at = start; at < xml.length; at += 1) {
    const sign = xml[at] ?? "";
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "[") depth += 1;
    else if (sign === "]") depth -= 1;
    else if (sign === ">" && depth <= 0) return at + 1;
  }
  return -1;
}

/** Throws FeedError for elements too many or too deep. Steps over comments, instructions and CDATA as they come; a "<" that begins nothing is text. */
export function checkElements(xml: string): string {
  let depth = 0;
  let elements = 0;
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at)) {
    const skipped = endOfAside(xml, at);
    if (skipped !== null) {
      // What does not end is for the parser to refuse; its items are then checked and read one by one.
      if (skipped < 0) break;
      at = skipped;
      continue;
    }
    const end = xml.indexOf(">", at);
    if (end < 0) break;
    if (xml[at + 1] === "/") depth -= 1;
    else if (/[A-Za-z_:]/.test(xml[at + 1] ?? "")) {
      elements += 1;
      if (xml[end - 1] !== "/") depth += 1;
    }
    if (depth > FEED_DEPTH_MAX)
      throw new FeedError("hostile", `its elements stand over ${FEED_DEPTH_MAX} deep`);
    if (elements > FEED_ELEMENTS_MAX)
      throw new FeedError("hostile", `it has over ${FEED_ELEMENTS_MAX} elements`);
    at = end;
  }
  return xml;
}

/** Where a comment, CDATA or instruction that begins here ends; -1 when it does not, null when none begins. */
function endOfAside(xml: string, at: number): number | null {
  for (const [start, end] of [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
  ] as const) {
    if (!xml.startsWith(start, at)) continue;
    const found = xml.indexOf(end, at + start.length);
    return found < 0 ? -1 : found + end.length;
  }
  return null;
}
