import { FEED_DEPTH_MAX, FEED_ELEMENTS_MAX } from "#core/news/limits.ts";
import { FeedError } from "./feed-error.ts";

const ENTITY = /<!ENTITY\s+(%\s+)?([\w.:-]{1,200})\s+("[^"]{0,200}"|'[^']{0,200}'|[^>]{0,200})/g;
const HARMLESS_VALUE = /^["'](?:[^&%<]|&#\w{1,8};){0,32}["']$/;

/**
 * Drops the document type, because its entities can expand exponentially or read files, and checks the elements. Takes
 * linear time, and runs before anything is parsed. Throws FeedError.
 */
export function sanitizeXml(xml: string): string {
  return checkElements(dropDocumentType(xml));
}

function dropDocumentType(xml: string): string {
  const start = xml.search(/<!DOCTYPE/i);
  // A document type is only valid before the first element.
  if (start < 0 || start > findFirstElement(xml)) return xml;
  const end = findDocumentTypeEnd(xml, start);
  if (end < 0) throw new FeedError("hostile", "its document type is not closed");
  for (const [, parameter, , value = ""] of xml.slice(start, end).matchAll(ENTITY)) {
    if (parameter !== undefined || !HARMLESS_VALUE.test(value)) {
      throw new FeedError("hostile", "it declares custom entities");
    }
  }
  return xml.slice(0, start) + xml.slice(end);
}

function findFirstElement(xml: string): number {
  const index = xml.search(/<[A-Za-z_]/);
  return index < 0 ? xml.length : index;
}

/** Finds the position after the closing ">" outside quotes and brackets; -1 if there is none. */
function findDocumentTypeEnd(xml: string, start: number): number {
  let depth = 0;
  let quote = "";
  for (let index = start; index < xml.length; index += 1) {
    const character = xml[index] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "[") depth += 1;
    else if (character === "]") depth -= 1;
    else if (character === ">" && depth <= 0) return index + 1;
  }
  return -1;
}

/** Returns the XML unchanged. Throws FeedError for too many or too deeply nested elements. */
export function checkElements(xml: string): string {
  let depth = 0;
  let elementCount = 0;
  visitTags(xml, (name, isEmpty) => {
    if (name === "/") depth -= 1;
    else {
      elementCount += 1;
      if (!isEmpty) depth += 1;
    }
    if (depth > FEED_DEPTH_MAX)
      throw new FeedError("hostile", `its elements are nested more than ${FEED_DEPTH_MAX} levels deep`);
    if (elementCount > FEED_ELEMENTS_MAX)
      throw new FeedError("hostile", `it has more than ${FEED_ELEMENTS_MAX} elements`);
  });
  return xml;
}

/** Counts items outside CDATA and comments. */
export function countItems(xml: string): number {
  let itemCount = 0;
  visitTags(xml, (name) => {
    if (/^(?:item|entry)$/i.test(name)) itemCount += 1;
  });
  return itemCount;
}

/**
 * Calls `visit` for each tag; the name of a closing tag is "/". Stops at an unclosed comment, CDATA section,
 * processing instruction or tag, which the parser rejects.
 */
function visitTags(xml: string, visit: (name: string, isEmpty: boolean) => void): void {
  for (let index = xml.indexOf("<"); index >= 0; index = xml.indexOf("<", index)) {
    const skippedEnd = findSkippedEnd(xml, index);
    if (skippedEnd !== null) {
      if (skippedEnd < 0) return;
      index = skippedEnd;
      continue;
    }
    const end = xml.indexOf(">", index);
    if (end < 0) return;
    if (xml[index + 1] === "/") visit("/", false);
    else {
      const [name] = /^[A-Za-z_:][\w.:-]{0,100}/.exec(xml.slice(index + 1, index + 102)) ?? [];
      if (name !== undefined) visit(name, xml[end - 1] === "/");
    }
    index = end;
  }
}

/** Finds the end of a comment, CDATA section or processing instruction at `index`; -1 if unclosed, null if none. */
function findSkippedEnd(xml: string, index: number): number | null {
  for (const [start, end] of [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
  ] as const) {
    if (!xml.startsWith(start, index)) continue;
    const endIndex = xml.indexOf(end, index + start.length);
    return endIndex < 0 ? -1 : endIndex + end.length;
  }
  return null;
}
