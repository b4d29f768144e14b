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

/** Throws FeedError for elements too many or too deep. */
export function checkElements(xml: string): string {
  let depth = 0;
  let elements = 0;
  eachTag(xml, (name, isEmpty) => {
    if (name === "/") depth -= 1;
    else {
      elements += 1;
      if (!isEmpty) depth += 1;
    }
    if (depth > FEED_DEPTH_MAX)
      throw new FeedError("hostile", `its elements stand over ${FEED_DEPTH_MAX} deep`);
    if (elements > FEED_ELEMENTS_MAX)
      throw new FeedError("hostile", `it has over ${FEED_ELEMENTS_MAX} elements`);
  });
  return xml;
}

/** How many items a feed begins; what stands in CDATA or a comment is a text about feeds. */
export function countItems(xml: string): number {
  let items = 0;
  eachTag(xml, (name) => {
    if (/^(?:item|entry)$/i.test(name)) items += 1;
  });
  return items;
}

/**
 * Gives each tag's name, "/" for a closing one. Steps over comments, instructions and CDATA as they come; one that does
 * not end is the end: that is for the parser to refuse, and its items are then checked and read one by one.
 */
function eachTag(xml: string, visit: (name: string, isEmpty: boolean) => void): void {
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at)) {
    const skipped = endOfAside(xml, at);
    if (skipped !== null) {
      if (skipped < 0) return;
      at = skipped;
      continue;
    }
    const end = xml.indexOf(">", at);
    if (end < 0) return;
    if (xml[at + 1] === "/") visit("/", false);
    else {
      const [name] = /^[A-Za-z_:][\w.:-]{0,100}/.exec(xml.slice(at + 1, at + 102)) ?? [];
      if (name !== undefined) visit(name, xml[end - 1] === "/");
    }
    at = end;
  }
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
