/** An answer filter's output so far, as far as it affects how Markdown parses the next character. */
export interface CitationOutput {
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
  emitEscaped(text: string): void;
  /** A space that is written only once the next character is known. */
  deferSpace(space: string): void;
  /** Writes or drops the pending space, depending on what follows. */
  flushSpace(next: string): void;
  flush(): string;
}

export function createCitationOutput(): CitationOutput {
  let out = "";
  let space = "";
  /** Whether an escaped "<" could still turn into an address in angle brackets. */
  let isTag = false;

  const output: CitationOutput = {
    last: "",
    column: 0,
    indent: 0,
    isAtHead: true,
    mayDefine: false,
    isInDoubt: false,
    isGap: false,

    emit(text) {
      out += text;
      for (const sign of text) advance(output, sign);
    },

    emitEscaped(text) {
      for (const sign of text) {
        if (sign === "[") output.mayDefine ||= output.isAtHead;
        if (sign === "<") isTag = true;
        else if (isTag && /[:@]/.test(sign)) output.emit("\\");
        isTag &&= /[<\w+.-]/.test(sign);
        if (output.last === "]" && (sign === "(" || (sign === ":" && output.mayDefine))) output.emit("\\");
        output.emit(sign);
      }
    },

    deferSpace(blank) {
      space = blank;
    },

    flushSpace(next) {
      // After a removal, keep the space only between words.
      const written = output.isGap && (next === "" || /[\s.,;:!?)\]}»”"']/.test(next)) ? "" : space;
      space = "";
      output.emit(written);
      // A removal must not join two characters that form markup together.
      const isJoin = (output.last === "`" && next === "`") || (output.last === "!" && next === "[");
      if (output.isGap && isJoin) output.emit(" ");
      output.isGap = false;
    },

    flush() {
      const taken = out;
      out = "";
      return taken;
    },
  };
  return output;
}

function advance(output: CitationOutput, sign: string): void {
  output.last = sign;
  if (sign === "\n") {
    const isEmpty = output.indent !== null;
    if (isEmpty) {
      output.mayDefine = false;
      output.isInDoubt = false;
    }
    output.indent = 0;
    output.column = 0;
    output.isAtHead = true;
    return;
  }
  output.column += 1;
  const { indent } = output;
  if (indent !== null) output.indent = sign === " " ? indent + 1 : sign === "\t" ? indent + 4 : null;
  if (output.isAtHead) output.isAtHead = /[\s>*+\-\d.)]/.test(sign);
}
