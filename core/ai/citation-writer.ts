/** What an answer's filter has let out so far, as far as Markdown's reading of the next sign depends on it. */
export interface Writer {
  /** The last sign let out; "" at the beginning. */
  last: string;
  /** How many signs the line has. */
  column: number;
  /** Blanks at the head of the line so far; null once the line has words. */
  indent: number | null;
  /** The line so far could stand before a block that it opens: blanks, quote and list signs. */
  isAtHead: boolean;
  /** A bracket that could be the label of a link definition stands in this paragraph. */
  mayDefine: boolean;
  /** A backtick of this paragraph was closed by nothing on its line: what is code behind it is not known. */
  isInDoubt: boolean;
  /** Something went between what was let out and what comes. */
  isGap: boolean;
  emit(text: string): void;
  /** As emit, but no link, picture or definition comes of it. */
  emitDefused(text: string): void;
  /** Lets a space wait for what comes behind it. */
  wait(space: string): void;
  /** Decides the waiting space by what is let out next. */
  settle(next: string): void;
  take(): string;
}

export function createWriter(): Writer {
  let out = "";
  let space = "";
  /** Defused signs since a "<" that could yet become an address in angle brackets. */
  let isTag = false;

  const writer: Writer = {
    last: "",
    column: 0,
    indent: 0,
    isAtHead: true,
    mayDefine: false,
    isInDoubt: false,
    isGap: false,

    emit(text) {
      out += text;
      for (const sign of text) advance(writer, sign);
    },

    emitDefused(text) {
      for (const sign of text) {
        if (sign === "[") writer.mayDefine ||= writer.isAtHead;
        if (sign === "<") isTag = true;
        else if (isTag && /[:@]/.test(sign)) writer.emit("\\");
        isTag &&= /[<\w+.-]/.test(sign);
        if (writer.last === "]" && (sign === "(" || (sign === ":" && writer.mayDefine))) writer.emit("\\");
        writer.emit(sign);
      }
    },

    wait(blank) {
      space = blank;
    },

    settle(next) {
      // Behind something that went, the space stays only between words.
      const kept = writer.isGap && (next === "" || /[\s.,;:!?)\]}»”"']/.test(next)) ? "" : space;
      space = "";
      writer.emit(kept);
      // What went must not bring two signs together that mean something side by side.
      const isJoin = (writer.last === "`" && next === "`") || (writer.last === "!" && next === "[");
      if (writer.isGap && isJoin) writer.emit(" ");
      writer.isGap = false;
    },

    take() {
      const taken = out;
      out = "";
      return taken;
    },
  };
  return writer;
}

function advance(writer: Writer, sign: string): void {
  writer.last = sign;
  if (sign === "\n") {
    const isEmpty = writer.indent !== null;
    if (isEmpty) {
      writer.mayDefine = false;
      writer.isInDoubt = false;
    }
    writer.indent = 0;
    writer.column = 0;
    writer.isAtHead = true;
    return;
  }
  writer.column += 1;
  const { indent } = writer;
  if (indent !== null) writer.indent = sign === " " ? indent + 1 : sign === "\t" ? indent + 4 : null;
  if (writer.isAtHead) writer.isAtHead = /[\s>*+\-\d.)]/.test(sign);
}
