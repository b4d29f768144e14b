import type { Source } from "./analysis.ts";
import {
  BUFFER_LIMIT,
  createView,
  parseAutolink,
  parseBracket,
  parseCitation,
  parseCodeSpan,
  parseDestination,
  type View,
} from "./citation-forms.ts";
import { createCitationOutput } from "./citation-output.ts";

/**
 * Sanitizes an answer's citations and links. Citations of known sources become [n]; others are removed with the space
 * before them. Links to a source's path remain, other links are reduced to their text, and images are removed. Code is
 * unchanged; if it is unclear whether something is code, it is treated as text. Buffers at most about 2 * BUFFER_LIMIT
 * characters.
 */
export function createCitationFilter(sources: readonly Source[]) {
  return createFilter(sources, (number) => `[${number}]`);
}

/** Turns each [n] into a Markdown link to its source, unless the source has no page. */
export function linkCitations(markdown: string, sources: readonly Source[]): string {
  const sourcesByNumber = new Map(sources.map((source) => [source.number, source]));
  const filter = createFilter(sources, (number) => {
    const source = sourcesByNumber.get(number);
    if (source === undefined || source.path === null) return `[${number}]`;
    const title = source.title
      .replace(/\s+/g, " ")
      .replace(/["\\&<>[\]`]/g, (character) => `&#${character.charCodeAt(0)};`);
    return `[[${number}]](<${source.path.replace(/[<>\\\s]/g, encodeURIComponent)}> "${title}")`;
  });
  return filter.push(markdown) + filter.end();
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  /** A line with less indentation is outside the fence. */
  readonly minIndent: number;
  /** Whether a Markdown parser is certain to see a fence here too. Otherwise, links in its content are disabled. */
  readonly isSure: boolean;
}

function createFilter(sources: readonly Source[], formatCitation: (number: number) => string) {
  const numbers = new Set<number>();
  const paths = new Set<string | null>();
  const addSources = (newSources: readonly Source[]) => {
    for (const { number, path } of newSources) {
      numbers.add(number);
      paths.add(path);
    }
  };
  addSources(sources);
  const output = createCitationOutput();
  let buffer = "";
  let fence: Fence | null = null;
  /** False after a fence in a list or one that ended unusually: a Markdown parser may see different fences then. */
  let isInSync = true;

  /** Handles the start of `buffer`. Returns how many characters were consumed, or "more". */
  function step(isLast: boolean): number | "more" {
    const view = createView(buffer, 0, isLast);
    if (fence !== null) return stepInFence(view, fence);
    const character = buffer.charAt(0);
    if (character === " " || character === "\t") {
      if (output.hasGap && output.indent === 0) return 1;
      output.flushSpace(character);
      if (output.indent === null) output.deferSpace(character);
      else output.emit(character);
      return 1;
    }
    if (character === "`" || (character === "~" && output.isAtHead)) return stepCode(view, character);
    if (character === "[" || character === "【") return stepBracket(view, isLast);
    if (character === "\\" || character === "!") {
      if (buffer.length === 1 && !isLast) return "more";
      if (character === "!" && buffer[1] === "[") return stepImage(view, isLast);
      const isEscape = character === "\\" && buffer.length > 1 && buffer[1] !== "\n";
      append(isEscape ? buffer.slice(0, 2) : character);
      // An escaped bracket doesn't close anything.
      if (isEscape) output.last = "";
      return isEscape ? 2 : 1;
    }
    if (character === "<") return stepAutolink(view);
    // A stray bracket must not become part of a link or a definition.
    output.flushSpace(character);
    output.emitEscaped(character);
    return 1;
  }

  function append(text: string): void {
    output.flushSpace(text.charAt(0));
    output.emit(text);
  }

  function stepCode(view: View, mark: string): number | "more" {
    const runLength = (mark === "`" ? /^`+/ : /^~+/).exec(view.text)?.[0].length ?? 1;
    if (runLength === view.text.length && !view.isLast) return "more";
    output.flushSpace(mark);
    if (output.isAtHead && runLength >= 3) {
      const line = readLine(view);
      if (line === "more") return "more";
      if (line.length === BUFFER_LIMIT) isInSync = false;
      else if (mark === "~" || !line.slice(runLength).includes("`")) {
        const { indent, column } = output;
        isInSync &&= indent !== null && indent <= 3;
        const minIndent = isInSync ? (indent ?? column) : indent === null ? column : Math.max(0, indent - 3);
        fence = { mark, length: runLength, minIndent, isSure: isInSync };
        if (isInSync) output.emit(line);
        else output.emitEscaped(line);
        return line.length;
      }
    }
    const span = mark === "~" || output.isInDoubt ? null : parseCodeSpan(view);
    if (span === "more") return "more";
    if (span === null && mark === "`") output.isInDoubt = true;
    const length = span ?? runLength;
    output.emit(view.text.slice(0, length));
    return length;
  }

  function stepInFence(view: View, openFence: Fence): number | "more" {
    const emit = openFence.isSure ? output.emit : output.emitEscaped;
    if (output.column > 0) {
      const rest = view.text.slice(0, view.text.indexOf("\n") + 1 || undefined);
      emit(rest);
      return rest.length;
    }
    const start = view.text.search(/[^ ]/);
    if (start === -1 && !view.isLast) return "more";
    const first = view.text.charAt(start);
    // A less indented line ends the enclosing list and the fence with it; otherwise the fence continues.
    const isLessIndented = start !== -1 && first !== "\n" && start < openFence.minIndent;
    if (isLessIndented) return leaveFence(false);
    if (start === -1 || first !== openFence.mark) {
      const length = Math.max(start, 0) + 1;
      emit(view.text.slice(0, length));
      return length;
    }
    const line = readLine(view);
    if (line === "more") return "more";
    const marks = line.trim();
    const isEnd = marks.length >= openFence.length && marks === openFence.mark.repeat(marks.length);
    emit(line);
    if (isEnd || line.length === BUFFER_LIMIT) leaveFence(isEnd && start <= 3 && openFence.isSure);
    return line.length;
  }

  function leaveFence(isSure: boolean): 0 {
    fence = null;
    isInSync &&= isSure;
    output.isInDoubt = !isSure;
    return 0;
  }

  function stepBracket(view: View, isLast: boolean): number | "more" {
    const citation = parseCitation(view);
    if (citation === "more") return "more";
    if (citation !== null) {
      const length = findDestinationEnd(citation.length, isLast);
      if (length === "more") return "more";
      const knownNumbers = citation.numbers.filter((number) => numbers.has(number));
      if (knownNumbers.length === 0) output.hasGap = true;
      else {
        output.flushSpace("[");
        output.mayDefine ||= output.isAtHead;
        output.emit(knownNumbers.map(formatCitation).join(""));
      }
      return length;
    }
    const end = view.text.startsWith("[") ? parseBracket(view) : null;
    if (end === "more") return "more";
    if (end !== null) {
      const length = findDestinationEnd(end, isLast);
      if (length === "more") return "more";
      if (length > end) return stepLink(view.text.slice(1, end - 1), end, length);
    }
    output.flushSpace("[");
    output.emitEscaped(view.text.charAt(0));
    return 1;
  }

  function stepLink(text: string, end: number, length: number): number {
    const link = parseDestination(createView(buffer, end, true));
    const isKnownSource = link !== null && link !== "more" && paths.has(link.url) && !/[[\]!<]/.test(text);
    if (isKnownSource && text.trim() !== "") {
      append(buffer.slice(0, length));
      return length;
    }
    // Only the link's text remains, and it is parsed again.
    buffer = text + buffer.slice(length);
    output.hasGap ||= text === "";
    return 0;
  }

  function stepImage(view: View, isLast: boolean): number | "more" {
    const end = parseBracket({ text: view.text.slice(1), isLast: view.isLast });
    if (end === "more") return "more";
    const length = end === null ? 0 : findDestinationEnd(end + 1, isLast);
    if (length === "more") return "more";
    if (end !== null && length > end + 1) {
      output.hasGap = true;
      return length;
    }
    append("!");
    return 1;
  }

  /** Returns the end of a link destination that starts at `position`, or `position` itself if there is none. */
  function findDestinationEnd(position: number, isLast: boolean): number | "more" {
    if (position >= buffer.length && !isLast) return "more";
    if (buffer[position] !== "(") return position;
    const destination = parseDestination(createView(buffer, position, isLast));
    if (destination === "more") return "more";
    return destination === null ? position : position + destination.length;
  }

  function stepAutolink(view: View): number | "more" {
    const length = parseAutolink(view);
    if (length === "more") return "more";
    if (length !== null) {
      buffer = buffer.slice(1, length - 1) + buffer.slice(length);
      return 0;
    }
    // A removal further on could still turn this "<" into the start of an autolink.
    append(/^<(?:\s|$)/.test(view.text) ? "<" : "\\<");
    return 1;
  }

  function processBuffer(isLast: boolean): void {
    while (buffer !== "") {
      const consumedLength = step(isLast);
      if (consumedLength === "more") return;
      buffer = buffer.slice(consumedLength);
    }
  }

  return {
    /** Takes the next chunk of an answer and returns the additional text that can now be shown. */
    push(delta: string): string {
      // Processed in pieces, so that a long buffer isn't copied for every character.
      for (let start = 0; start < delta.length; start += BUFFER_LIMIT) {
        buffer += delta.slice(start, start + BUFFER_LIMIT);
        processBuffer(false);
      }
      return output.flush();
    },
    /** Returns the rest once the answer is complete. */
    end(): string {
      processBuffer(true);
      output.flushSpace("");
      return output.flush();
    },
    /** Adds sources that the rest of the answer may cite as well. */
    addSources,
  };
}

/** Returns the rest of the line, at most BUFFER_LIMIT characters. */
function readLine(view: View): string | "more" {
  const newline = view.text.indexOf("\n");
  if (newline === -1) return view.isLast ? view.text : "more";
  return view.text.slice(0, newline);
}
