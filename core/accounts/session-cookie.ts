import { SESSION_KEY } from "./session-key.ts";

/**
 * The session cookie lets the server render pages for the member. The auth client writes it; after a sign-in with a
 * provider or without JavaScript, the server does. The cookie contains the JSON that the client stores under
 * SESSION_KEY, without the user.
 *
 * Format: `lattice-session=v1.1.<base64url>`, or for long values `lattice-session.0=v1.<count>.<base64url>`,
 * `lattice-session.1=<base64url>`, and so on. Over https the names get a prefix (core/cookies.ts).
 */

/** Browsers reject cookies of more than 4,096 bytes, including name and attributes. */
const CHUNK_LENGTH = 3_000;
/** Many servers refuse requests with more than 16 kB of headers. */
const CHUNKS_MAX = 4;
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** Returns the JSON for the cookies: the session without its user. */
export function serializeSession(session: object): string {
  const { user: _, ...tokens } = session as { user?: unknown };
  return JSON.stringify(tokens);
}

/**
 * Returns a Set-Cookie header for each chunk, and headers that remove old chunks. Throws RangeError if `value` doesn't
 * fit.
 */
export function encodeSessionCookies(value: string): string[] {
  const encodedText = toBase64Url(value);
  const count = Math.max(1, Math.ceil(encodedText.length / CHUNK_LENGTH));
  if (count > CHUNKS_MAX) throw new RangeError("The session is too large for its cookies");
  const chunks = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const chunk = encodedText.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH);
    const name = count === 1 ? SESSION_KEY : getChunkName(index);
    chunks.set(name, index === 0 ? `v1.${count}.${chunk}` : chunk);
  }
  return listChunkNames().map((name) => {
    const chunk = chunks.get(name);
    return chunk === undefined ? buildSetCookie(name, "", 0) : buildSetCookie(name, chunk, MAX_AGE_SECONDS);
  });
}

export function clearSessionCookies(): string[] {
  return listChunkNames().map((name) => buildSetCookie(name, "", 0));
}

/** Reads the stored text from a Cookie header or document.cookie. Null if it is missing, incomplete or invalid. */
export function decodeSessionCookies(cookieHeader: string): string | null {
  const cookies = new Map<string, string>();
  for (const part of cookieHeader.split(";")) {
    const position = part.indexOf("=");
    if (position < 0) continue;
    const name = part.slice(0, position).trim();
    if (name.startsWith(SESSION_KEY) && !cookies.has(name))
      cookies.set(name, part.slice(position + 1).trim());
  }
  return joinChunks(cookies, SESSION_KEY) ?? joinChunks(cookies, getChunkName(0));
}

function joinChunks(cookies: Map<string, string>, firstName: string): string | null {
  const head = /^v1\.([1-9])\.([\w-]*)$/.exec(cookies.get(firstName) ?? "");
  if (!head) return null;
  const count = Number(head[1]);
  if ((count === 1) !== (firstName === SESSION_KEY)) return null;
  let encodedText = head[2] ?? "";
  for (let index = 1; index < count; index += 1) {
    const chunk = cookies.get(getChunkName(index));
    if (chunk === undefined) return null;
    encodedText += chunk;
  }
  return fromBase64Url(encodedText);
}

const getChunkName = (index: number) => `${SESSION_KEY}.${index}`;

const listChunkNames = () => [
  SESSION_KEY,
  ...Array.from({ length: CHUNKS_MAX }, (_, index) => getChunkName(index)),
];

function buildSetCookie(name: string, value: string, maxAge: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
}

function toBase64Url(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(encodedText: string): string | null {
  try {
    const binary = atob(encodedText.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = new Uint8Array(binary.length);
    // Uint8Array.from takes thirty times as long, and every page for a member reads this cookie.
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export { SESSION_KEY };
