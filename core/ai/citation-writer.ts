/** An answer filter's output so far, as far as it affects how Markdown parses the next character. */
export interface Writer {
  /** The last character written; "" at the start. */
  last: string;
  /** The number of characters on the current line. */
  column: number;
  /** The line's indentation so far; null once it contains text. */
  indent: number | null;
  /** The line so far has only blanks, quote marks and list markers, so a block can still start here. */
  isAtHead: boolean;
  /** This paragraph contains a bracket that could be the label of a link definition. */
  mayDefine: boolean;
  /** A backtick in this paragraph was not closed on its line, so it is unclear what is code after it. */
  isInDoubt: boolean;
  /** Something was removed between the output and the next character. */
  isGap: boolean;
  emit(text: string): void;
  /** Like emit, but escapes the text so that it can't become a link, image or definition. */
  emitDefused(text: string): void;
  /** Holds a space back until the next character is known. */
  wait(space: string): void;
  /** Writes or drops the pending space, depending on what follows. */
  settle(next: string): void;
  take(): string;
}

export function createWriter(): Writer {
  let out = "";
  let space = "";
  /** Whether an escaped "<" could still turn into an address in angle brackets. */
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
      // After a removal, keep the space only between words.
      const kept = writer.isGap && (next === "" || /[\s.,;:!?)\]}»”"']/.test(next)) ? "" : space;
      space = "";
      writer.emit(kept);
      // A removal must not join two characters that form markup together.
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
