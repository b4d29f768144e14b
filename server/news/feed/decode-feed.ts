/** Which character set a feed's bytes are in, and the text that they are. */

const BOMS: readonly { readonly bytes: readonly number[]; readonly charset: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], charset: "utf-8" },
  { bytes: [0xff, 0xfe], charset: "utf-16le" },
  { bytes: [0xfe, 0xff], charset: "utf-16be" },
];

/** How far a prolog is looked for: some feeds have blanks before it. */
const PROLOG_BYTES = 1024;

/**
 * The text of a feed: by its byte order mark, else by what HTTP says, else by its prolog, else UTF-8. A set that the
 * bytes contradict, or that nobody knows, is passed over for the next; what is not UTF-8 is windows-1252, which every
 * byte is.
 */
export function decodeFeed(bytes: Uint8Array, contentType = ""): string {
  const marked = BOMS.find((bom) => bom.bytes.every((byte, at) => bytes[at] === byte));
  if (marked) return new TextDecoder(marked.charset).decode(bytes);
  const wide = guessWide(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);

  const head = new TextDecoder("latin1").decode(bytes.subarray(0, PROLOG_BYTES));
  const named = [charsetOfHeader(contentType), charsetOfProlog(head), "utf-8"];
  for (const charset of named) {
    const text = charset === null ? null : tryDecode(bytes, charset);
    if (text !== null) return text;
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Without a mark, `<?` with zeros between is UTF-16. */
function guessWide(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[3] === 0) return "utf-16le";
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return "utf-16be";
  return null;
}

function charsetOfHeader(contentType: string): string | null {
  return /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? null;
}

function charsetOfProlog(head: string): string | null {
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]?.toLowerCase() ?? null;
}

function tryDecode(bytes: Uint8Array, charset: string): string | null {
  try {
    // The bytes are no UTF-16, whatever a prolog says that was copied from elsewhere; the last one is no character set.
    if (/^(utf-?16|ucs-?2|iso-10646|x-user-defined)/.test(charset)) return null;
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
