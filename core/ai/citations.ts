import type { Source } from "./analysis.ts";
import {
  HOLD_LIMIT,
  readAutolink,
  readBracket,
  readCitation,
  readCodeSpan,
  readDestination,
  type View,
  viewFrom,
} from "./citation-forms.ts";
import { createWriter } from "./citation-writer.ts";

export interface CitationFilter {
  /** Takes the next piece of an answer, cut anywhere, and gives what can be shown of it by now. */
  push(delta: string): string;
  /** The rest, when the answer has ended. */
  end(): string;
}

/**
 * Lets through what an answer may say of its sources. A citation of a source that exists becomes [n], any other goes,
 * with the space before it. Links lead to a source's path or are reduced to their text, images go. Code in backticks
 * and fences stays as it is. Where it is in doubt whether something is code it is taken for text. At most about
 * HOLD_LIMIT characters wait for what follows them; the result does not depend on where the pieces were cut.
 */
export function createCitationFilter(sources: readonly Source[]): CitationFilter {
  return createFilter(sources, (number) => `[${number}]`);
}

/** The same text with each [n] as a Markdown link to its source, for rendering and export; [n] without a page stays. */
export function citationsAsLinks(markdown: string, sources: readonly Source[]): string {
  const byNumber = new Map(sources.map((source) => [source.number, source]));
  const filter = createFilter(sources, (number) => {
    const source = byNumber.get(number);
    if (source === undefined || source.path === null) return `[${number}]`;
    const title = source.title
      .replace(/\s+/g, " ")
      .replace(/["\\&<>[\]`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    return `[[${number}]](<${source.path.replace(/[<>\\\s]/g, encodeURIComponent)}> "${title}")`;
  });
  return filter.push(markdown) + filter.end();
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  /** A line with fewer blanks at its head is not in it. */
  readonly outermost: number;
  /** Whether Markdown is known to see a fence here too; if not, what it holds is kept, but leads nowhere. */
  readonly isSure: boolean;
}

function createFilter(sources: readonly Source[], write: (number: number) => string): CitationFilter {
  const numbers = new Set(sources.map((source) => source.number));
  const paths = new Set(sources.map((source) => source.path));
  const writer = createWriter();
  let held = "";
  let fence: Fence | null = null;
  /** After a fence in a list, or one that ended strangely, Markdown may count the next ones otherwise than we do. */
  let isInStep = true;

  /** Reads what stands at the head of `held`: how many characters of it are done with, or "more". */
  function step(isLast: boolean): number | "more" {
    const view = viewFrom(held, 0, isLast);
    if (fence !== null) return stepInFence(view, fence);
    const sign = held.charAt(0);
    if (sign === " " || sign === "\t") {
      if (writer.isGap && writer.indent === 0) return 1;
      writer.settle(sign);
      if (writer.indent === null) writer.wait(sign);
      else writer.emit(sign);
      return 1;
    }
    if (sign === "`" || (sign === "~" && writer.isAtHead)) return stepCode(view, sign);
    if (sign === "[" || sign === "【") return stepBracket(view, isLast);
    if (sign === "\\" || sign === "!") {
      if (held.length === 1 && !isLast) return "more";
      if (sign === "!" && held[1] === "[") return stepImage(view, isLast);
      const isEscape = sign === "\\" && held.length > 1 && held[1] !== "\n";
      put(isEscape ? held.slice(0, 2) : sign);
      // An escaped bracket closes nothing.
      if (isEscape) writer.last = "";
      return isEscape ? 2 : 1;
    }
    if (sign === "<") return stepAutolink(view);
    // A bracket that was no link, or whose partner went, must not become one, nor define one.
    writer.settle(sign);
    writer.emitDefused(sign);
    return 1;
  }

  function put(text: string): void {
    writer.settle(text.charAt(0));
    writer.emit(text);
  }

  function stepCode(view: View, mark: string): number | "more" {
    const run = (mark === "`" ? /^`+/ : /^~+/).exec(view.text)?.[0].length ?? 1;
    if (run === view.text.length && !view.isLast) return "more";
    writer.settle(mark);
    if (writer.isAtHead && run >= 3) {
      const line = readLine(view);
      if (line === "more") return "more";
      if (line.length === HOLD_LIMIT) isInStep = false;
      else if (mark === "~" || !line.slice(run).includes("`")) {
        const { indent, column } = writer;
        isInStep &&= indent !== null && indent <= 3;
        const outermost = isInStep ? (indent ?? column) : indent === null ? column : Math.max(0, indent - 3);
        fence = { mark, length: run, outermost, isSure: isInStep };
        if (isInStep) writer.emit(line);
        else writer.emitDefused(line);
        return line.length;
      }
    }
    const span = mark === "~" || writer.isInDoubt ? null : readCodeSpan(view);
    if (span === "more") return "more";
    if (span === null && mark === "`") writer.isInDoubt = true;
    const length = span ?? run;
    writer.emit(view.text.slice(0, length));
    return length;
  }

  function stepInFence(view: View, open: Fence): number | "more" {
    const emit = open.isSure ? writer.emit : writer.emitDefused;
    if (writer.column > 0) {
      const rest = view.text.slice(0, view.text.indexOf("\n") + 1 || undefined);
      emit(rest);
      return rest.length;
    }
    const start = view.text.search(/[^ ]/);
    if (start === -1 && !view.isLast) return "more";
    const first = view.text.charAt(start);
    // A line further out than the fence ends the list that both may stand in, or else the fence goes on.
    const isFurtherOut = start !== -1 && first !== "\n" && start < open.outermost;
    if (isFurtherOut) return leaveFence(false);
    if (start === -1 || first !== open.mark) {
      const length = Math.max(start, 0) + 1;
      emit(view.text.slice(0, length));
      return length;
    }
    const line = readLine(view);
    if (line === "more") return "more";
    const marks = line.trim();
    const isEnd = marks.length >= open.length && marks === open.mark.repeat(marks.length);
    emit(line);
    if (isEnd || line.length === HOLD_LIMIT) leaveFence(isEnd && start <= 3 && open.isSure);
    return line.length;
  }

  function leaveFence(isSure: boolean): 0 {
    fence = null;
    isInStep &&= isSure;
    writer.isInDoubt = !isSure;
    return 0;
  }

  function stepBracket(view: View, isLast: boolean): number | "more" {
    const citation = readCitation(view);
    if (citation === "more") return "more";
    if (citation !== null) {
      const length = withDestination(citation.length, isLast);
      if (length === "more") return "more";
      const known = citation.numbers.filter((number) => numbers.has(number));
      if (known.length === 0) writer.isGap = true;
      else {
        writer.settle("[");
        writer.mayDefine ||= writer.isAtHead;
        writer.emit(known.map(write).join(""));
      }
      return length;
    }
    const end = view.text.startsWith("[") ? readBracket(view) : null;
    if (end === "more") return "more";
    if (end !== null) {
      const length = withDestination(end, isLast);
      if (length === "more") return "more";
      if (length > end) return stepLink(view.text.slice(1, end - 1), end, length);
    }
    writer.settle("[");
    writer.emitDefused(view.text.charAt(0));
    return 1;
  }

  function stepLink(text: string, end: number, length: number): number {
    const link = readDestination(viewFrom(held, end, true));
    const isOurs = link !== null && link !== "more" && paths.has(link.address) && !/[[\]!<]/.test(text);
    if (isOurs && text.trim() !== "") {
      put(held.slice(0, length));
      return length;
    }
    // The text alone is read again, as what it is now.
    held = text + held.slice(length);
    writer.isGap ||= text === "";
    return 0;
  }

  function stepImage(view: View, isLast: boolean): number | "more" {
    const end = readBracket({ text: view.text.slice(1), isLast: view.isLast });
    if (end === "more") return "more";
    const length = end === null ? 0 : withDestination(end + 1, isLast);
    if (length === "more") return "more";
    if (end !== null && length > end + 1) {
      writer.isGap = true;
      return length;
    }
    put("!");
    return 1;
  }

  /** Where a destination that stands at `at` ends; `at` itself where none stands there. */
  function withDestination(at: number, isLast: boolean): number | "more" {
    if (at >= held.length && !isLast) return "more";
    if (held[at] !== "(") return at;
    const destination = readDestination(viewFrom(held, at, isLast));
    if (destination === "more") return "more";
    return destination === null ? at : at + destination.length;
  }

  function stepAutolink(view: View): number | "more" {
    const length = readAutolink(view);
    if (length === "more") return "more";
    if (length !== null) {
      held = held.slice(1, length - 1) + held.slice(length);
      return 0;
    }
    // What goes out of the middle could still make an address of it.
    put(/^<(?:\s|$)/.test(view.text) ? "<" : "\\<");
    return 1;
  }

  function read(isLast: boolean): void {
    while (held !== "") {
      const done = step(isLast);
      if (done === "more") return;
      held = held.slice(done);
    }
  }

  return {
    push(delta) {
      // Piece by piece, so that nothing long is copied for each of its characters.
      for (let at = 0; at < delta.length; at += HOLD_LIMIT) {
        held += delta.slice(at, at + HOLD_LIMIT);
        read(false);
      }
      return writer.take();
    },
    end() {
      read(true);
      writer.settle("");
      return writer.take();
    },
  };
}

/** The rest of the line, at most HOLD_LIMIT characters of it. */
function readLine(view: View): string | "more" {
  const newline = view.text.indexOf("\n");
  if (newline === -1) return view.isLast ? view.text : "more";
  return view.text.slice(0, newline);
}
