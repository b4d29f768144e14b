const BOMS: readonly { readonly bytes: readonly number[]; readonly charset: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], charset: "utf-8" },
  { bytes: [0xff, 0xfe], charset: "utf-16le" },
  { bytes: [0xfe, 0xff], charset: "utf-16be" },
];

/** The XML prolog is expected within this many bytes: some feeds start with whitespace. */
const PROLOG_BYTES = 1024;

/** The WHATWG names of charsets with one byte per character. */
const SINGLE_BYTE_CHARSET = /^(?:ibm866|iso-8859|koi8|macintosh|windows-|x-mac)/;

/**
 * Decodes a feed by its byte order mark, HTTP header or XML prolog, and otherwise as UTF-8 or windows-1252. A charset
 * that the bytes contradict is skipped: if they are valid UTF-8, a single-byte charset must be wrong.
 */
export function decodeFeed(bytes: Uint8Array, contentType = ""): string {
  return replaceC1(decode(bytes, contentType));
}

/** U+0080 to U+009F are bytes of windows-1252 that some software mistook for Latin-1. */
function replaceC1(text: string): string {
  const decoder = new TextDecoder("windows-1252");
  return text.replace(/[\u0080-\u009f]/g, (control) => decoder.decode(Uint8Array.of(control.charCodeAt(0))));
}

function decode(bytes: Uint8Array, contentType: string): string {
  const matchingBom = BOMS.find((bom) => bom.bytes.every((byte, index) => bytes[index] === byte));
  if (matchingBom) return new TextDecoder(matchingBom.charset).decode(bytes);
  const utf16Charset = detectUtf16(bytes);
  if (utf16Charset) return new TextDecoder(utf16Charset).decode(bytes);

  const head = new TextDecoder("latin1").decode(bytes.subarray(0, PROLOG_BYTES));
  const declaredCharsets = [parseHeaderCharset(contentType), parsePrologCharset(head), "utf-8"];
  for (const charset of declaredCharsets) {
    const text = charset === null ? null : tryDecode(bytes, charset);
    if (text !== null)
      return (charset !== null && isSingleByte(charset) && tryDecode(bytes, "utf-8")) || text;
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Detects UTF-16 without a byte order mark, by the zero bytes of an initial `<` and the character after it. */
function detectUtf16(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[3] === 0) return "utf-16le";
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return "utf-16be";
  return null;
}

function parseHeaderCharset(contentType: string): string | null {
  return /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? null;
}

function parsePrologCharset(head: string): string | null {
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]?.toLowerCase() ?? null;
}

function isSingleByte(charset: string): boolean {
  return SINGLE_BYTE_CHARSET.test(new TextDecoder(charset).encoding);
}

function tryDecode(bytes: Uint8Array, charset: string): string | null {
  try {
    // These bytes can't be UTF-16, even if a copied prolog says so; x-user-defined is not a real charset.
    if (/^(utf-?16|ucs-?2|iso-10646|x-user-defined)/.test(charset)) return null;
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
