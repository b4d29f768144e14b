type CitationOutput = ReturnType<typeof createCitationOutput>;

/** Collects the output of the citation filter, with the state that decides how Markdown parses the next character. */
export function createCitationOutput() {
  let buffer = "";
  let pendingSpace = "";
  /** Whether a "<" in escaped text could still begin a URL or email address in angle brackets. */
  let canBeAutolink = false;

  const output = {
    /** The last character written; "" at the start and after an escaped character. */
    last: "",
    /** The number of characters on the current line. */
    column: 0,
    /** The line's indentation so far; null once it contains text. */
    indent: 0 as number | null,
    /** Whether the line so far has only spaces, ">" and list markers, so that a block can still start here. */
    isAtHead: true,
    /** Whether this paragraph contains a bracket that could be the label of a link definition. */
    mayDefine: false,
    /** Whether a backtick in this paragraph wasn't closed on its line, so that it is unclear what is code. */
    isInDoubt: false,
    /** Whether something was removed between the output and the next character. */
    hasGap: false,

    emit(text: string): void {
      buffer += text;
      for (const character of text) advance(output, character);
    },

    /** Escapes the text so that it can't become a link, image or definition. */
    emitEscaped(text: string): void {
      for (const character of text) {
        if (character === "[") output.mayDefine ||= output.isAtHead;
        if (character === "<") canBeAutolink = true;
        else if (canBeAutolink && /[:@]/.test(character)) output.emit("\\");
        canBeAutolink &&= /[<\w+.-]/.test(character);
        if (output.last === "]" && (character === "(" || (character === ":" && output.mayDefine)))
          output.emit("\\");
        output.emit(character);
      }
    },

    /** Defers a space until the next character is known. */
    deferSpace(space: string): void {
      pendingSpace = space;
    },

    /** Writes or drops the pending space, depending on what follows. */
    flushSpace(next: string): void {
      // After a removal, a space remains only between words.
      const spacing = output.hasGap && (next === "" || /[\s.,;:!?)\]}»”"']/.test(next)) ? "" : pendingSpace;
      pendingSpace = "";
      output.emit(spacing);
      // A removal must not join two characters that form markup together.
      const wouldFormMarkup = (output.last === "`" && next === "`") || (output.last === "!" && next === "[");
      if (output.hasGap && wouldFormMarkup) output.emit(" ");
      output.hasGap = false;
    },

    flush(): string {
      const text = buffer;
      buffer = "";
      return text;
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
