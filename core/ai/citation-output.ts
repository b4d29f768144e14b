/** An answer filter's output so far, to the extent that it affects how Markdown parses the next character. */
export interface CitationOutput {
  /** The last character written; "" at the start. */
  last: string;
  /** The number of characters on the current line. */
  column: number;
  /** The line's indentation so far; null once it contains text. */
  indent: number | null;
  /** Whether the line so far has only spaces, quote marks and list markers, so that a block can still start here. */
  isAtHead: boolean;
  /** Whether this paragraph contains a bracket that could be the label of a link definition. */
  mayDefine: boolean;
  /**
   * Whether a backtick in this paragraph wasn't closed on its line, so that it is unclear what is code from there on.
   */
  isInDoubt: boolean;
  /** Whether something was removed between the output and the next character. */
  isGap: boolean;
  emit(text: string): void;
  /** Like emit, but escapes the text so that it can't become a link, image or definition. */
  emitEscaped(text: string): void;
  /** Defers a space until the next character is known. */
  deferSpace(space: string): void;
  /** Writes or drops the pending space, depending on what follows. */
  flushSpace(next: string): void;
  flush(): string;
}

export function createCitationOutput(): CitationOutput {
  let buffer = "";
  let space = "";
  /** Whether an escaped "<" could still turn into a URL or email address in angle brackets. */
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
      buffer += text;
      for (const character of text) advance(output, character);
    },

    emitEscaped(text) {
      for (const character of text) {
        if (character === "[") output.mayDefine ||= output.isAtHead;
        if (character === "<") isTag = true;
        else if (isTag && /[:@]/.test(character)) output.emit("\\");
        isTag &&= /[<\w+.-]/.test(character);
        if (output.last === "]" && (character === "(" || (character === ":" && output.mayDefine)))
          output.emit("\\");
        output.emit(character);
      }
    },

    deferSpace(blank) {
      space = blank;
    },

    flushSpace(next) {
      // After a removal, a space remains only between words.
      const spacing = output.isGap && (next === "" || /[\s.,;:!?)\]}»”"']/.test(next)) ? "" : space;
      space = "";
      output.emit(spacing);
      // A removal must not join two characters that form markup together.
      const isJoin = (output.last === "`" && next === "`") || (output.last === "!" && next === "[");
      if (output.isGap && isJoin) output.emit(" ");
      output.isGap = false;
    },

    flush() {
      const output = buffer;
      buffer = "";
      return output;
    },
  };
  return output;
}

function advance(output: CitationOutput, character: string): void {
  output.last = character;
  if (character === "\n") {
    const isBlankLine = output.indent !== null;
    if (isBlankLine) {
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
  if (indent !== null)
    output.indent = character === " " ? indent + 1 : character === "\t" ? indent + 4 : null;
  if (output.isAtHead) output.isAtHead = /[\s>*+\-\d.)]/.test(character);
}
