import { SESSION_KEY } from "./session-key.ts";

/**
 * The browser's session is stored in a cookie so that the server can render pages for the member. The auth client
 * writes it through a custom storage; without scripts the server sets it.
 *
 * The value is the JSON that the client stores under SESSION_KEY. It contains only the tokens: the client uses a separate
 * `userStorage` for the user object, and local storage for code verifiers.
 *
 * Format: `lattice-session=v1.1.<base64url>`, or for long values `lattice-session.0=v1.<pieces>.<base64url>`,
 * `lattice-session.1=<base64url>`, and so on. Over https the names get a prefix (core/cookies.ts).
 */

/** Browsers drop cookies of more than 4,096 bytes, including name and attributes. */
const PIECE_LENGTH = 3_000;
/** Servers refuse requests with more than 16 kB of headers. */
const MAX_PIECES = 4;
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** What the client stores under SESSION_KEY: everything except the user. */
export function serializeSession(session: object): string {
  const { user: _, ...tokens } = session as { user?: unknown };
  return JSON.stringify(tokens);
}

/**
 * Returns one Set-Cookie header per piece of `value`, and headers that remove the leftover pieces of a longer session.
 * Throws RangeError when the value doesn't fit.
 */
export function encodeSessionCookies(value: string): string[] {
  const encoded = toBase64Url(value);
  const count = Math.max(1, Math.ceil(encoded.length / PIECE_LENGTH));
  if (count > MAX_PIECES) throw new RangeError("The session is too large for its cookies");
  const wanted = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const piece = encoded.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH);
    const name = count === 1 ? SESSION_KEY : getPieceName(index);
    wanted.set(name, index === 0 ? `v1.${count}.${piece}` : piece);
  }
  return listPieceNames().map((name) => {
    const piece = wanted.get(name);
    return piece === undefined ? buildSetCookie(name, "", 0) : buildSetCookie(name, piece, MAX_AGE_SECONDS);
  });
}

/** Returns the Set-Cookie headers that remove the session. */
export function clearSessionCookies(): string[] {
  return listPieceNames().map((name) => buildSetCookie(name, "", 0));
}

/** Reads the stored text from a Cookie header or document.cookie. Null when it is missing or incomplete. */
export function decodeSessionCookies(cookieHeader: string): string | null {
  const cookies = new Map<string, string>();
  for (const part of cookieHeader.split(";")) {
    const at = part.indexOf("=");
    if (at < 0) continue;
    const name = part.slice(0, at).trim();
    if (name.startsWith(SESSION_KEY) && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return joinPieces(cookies, SESSION_KEY) ?? joinPieces(cookies, getPieceName(0));
}

function joinPieces(cookies: Map<string, string>, first: string): string | null {
  const head = /^v1\.([1-9])\.([\w-]*)$/.exec(cookies.get(first) ?? "");
  if (!head) return null;
  const count = Number(head[1]);
  if ((count === 1) !== (first === SESSION_KEY)) return null;
  let encoded = head[2] ?? "";
  for (let index = 1; index < count; index += 1) {
    const piece = cookies.get(getPieceName(index));
    if (piece === undefined) return null;
    encoded += piece;
  }
  return fromBase64Url(encoded);
}

const getPieceName = (index: number) => `${SESSION_KEY}.${index}`;

const listPieceNames = () => [
  SESSION_KEY,
  ...Array.from({ length: MAX_PIECES }, (_, index) => getPieceName(index)),
];

function buildSetCookie(name: string, value: string, maxAge: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
}

function toBase64Url(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(encoded: string): string | null {
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export { SESSION_KEY };
