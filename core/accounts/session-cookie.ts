import { SESSION_KEY } from "./session-key.ts";

/**
 * The cookie in which the browser keeps its session, so that the server can render for the member. The browser's
 * auth client writes it through a storage of ours; the form that works without script gets it from the server.
 *
 * The value is the JSON text that the client stores under SESSION_KEY. The client is created with `userStorage`, so
 * that text holds the tokens and never the user (that one goes to `${SESSION_KEY}-user` in the other storage).
 * Keys other than SESSION_KEY (code verifiers) do not belong in this cookie.
 *
 * Names are plain here; over https they travel with a prefix (core/cookies.ts).
 *
 * Form: `lattice-session=v1.1.<base64url>`, or for long values `lattice-session.0=v1.<pieces>.<base64url>`,
 * `lattice-session.1=<base64url>`, and so on.
 */

/** A browser drops a cookie beyond 4,096 bytes with its name and attributes. */
const PIECE_LENGTH = 3_000;
/** Servers refuse requests whose headers pass 16 kB, so a longer session could not be used anyway. */
const MAX_PIECES = 4;
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** What the client keeps under SESSION_KEY for a session: everything but the user. */
export function sessionCookieValue(session: object): string {
  const { user: _, ...tokens } = session as { user?: unknown };
  return JSON.stringify(tokens);
}

/**
 * The cookies that store `value`, each as the text of one Set-Cookie header, with those that remove what a session of
 * another length left behind. Throws RangeError when it does not fit.
 */
export function encodeSessionCookies(value: string): string[] {
  const encoded = toBase64Url(value);
  const count = Math.max(1, Math.ceil(encoded.length / PIECE_LENGTH));
  if (count > MAX_PIECES) throw new RangeError("The session is too large for its cookies");
  const wanted = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const piece = encoded.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH);
    const name = count === 1 ? SESSION_KEY : pieceName(index);
    wanted.set(name, index === 0 ? `v1.${count}.${piece}` : piece);
  }
  return allNames().map((name) => {
    const piece = wanted.get(name);
    return piece === undefined ? serialize(name, "", 0) : serialize(name, piece, MAX_AGE_SECONDS);
  });
}

/** The cookies that remove the session. */
export function clearSessionCookies(): string[] {
  return allNames().map((name) => serialize(name, "", 0));
}

/** The kept text out of a Cookie header or document.cookie; null when there is none or it is not whole. */
export function decodeSessionCookies(cookieHeader: string): string | null {
  const cookies = new Map<string, string>();
  for (const part of cookieHeader.split(";")) {
    const at = part.indexOf("=");
    if (at < 0) continue;
    const name = part.slice(0, at).trim();
    if (name.startsWith(SESSION_KEY) && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return join(cookies, SESSION_KEY) ?? join(cookies, pieceName(0));
}

function join(cookies: Map<string, string>, first: string): string | null {
  const head = /^v1\.([1-9])\.([\w-]*)$/.exec(cookies.get(first) ?? "");
  if (!head) return null;
  const count = Number(head[1]);
  if ((count === 1) !== (first === SESSION_KEY)) return null;
  let encoded = head[2] ?? "";
  for (let index = 1; index < count; index += 1) {
    const piece = cookies.get(pieceName(index));
    if (piece === undefined) return null;
    encoded += piece;
  }
  return fromBase64Url(encoded);
}

const pieceName = (index: number) => `${SESSION_KEY}.${index}`;

const allNames = () => [SESSION_KEY, ...Array.from({ length: MAX_PIECES }, (_, index) => pieceName(index))];

function serialize(name: string, value: string, maxAge: number): string {
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
