import { createPrivateKey } from "node:crypto";
import {
  findProviderKind,
  PROVIDER_KIND_LABELS,
  PROVIDER_LIMITS,
  type ProviderInput,
  type ProviderKind,
} from "#core/accounts/provider-settings.ts";
import { AppError } from "#core/errors.ts";
import type { SignInProviderRow } from "../oauth/tables.ts";

export interface ParsedProvider
  extends Pick<
    SignInProviderRow,
    "id" | "label" | "url" | "clientId" | "scopes" | "appleTeamId" | "appleKeyId"
  > {
  readonly kind: ProviderKind;
  /** Null leaves the stored secret unchanged. */
  readonly secret: string | null;
}

const PRINTABLE = /^[\x21-\x7e]+$/;
const TEAM_OR_KEY_ID = /^[A-Za-z0-9]{1,40}$/;
const MAX = PROVIDER_LIMITS;

/** Parses an administrator's input. Throws AppError: provider_not_found, invalid_input (with fields). */
export function parseProvider(input: ProviderInput, { allowPrivate }: { readonly allowPrivate: boolean }) {
  const kind = findProviderKind(readText(input.id));
  if (!kind) throw new AppError("provider_not_found");
  const problems: Record<string, string> = {};
  const label =
    readText(input.label).replace(/\s+/g, " ").trim() ||
    (kind === "custom" ? "" : PROVIDER_KIND_LABELS[kind]);
  if (!label) problems.label = "Enter a name.";
  else if ([...label].length > MAX.label || /\p{Cc}|\p{Cf}/u.test(label))
    problems.label = `Enter at most ${MAX.label} characters, without control characters.`;

  const id = input.id === "custom" ? `custom:${parseName(input, label, problems)}` : input.id;
  const url = parseUrl(kind, readText(input.url).trim(), allowPrivate, problems);
  const clientId = readText(input.clientId)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(",");
  if (!clientId) problems.clientId = "Enter the client ID.";
  else if (clientId.length > MAX.clientId || !PRINTABLE.test(clientId))
    problems.clientId = `Enter at most ${MAX.clientId} characters without spaces.`;
  const scopes = kind === "custom" ? readText(input.scopes).trim().replace(/\s+/g, " ") : "";
  if (scopes && (scopes.length > MAX.scopes || !/^openid( [\x21-\x7e]+)*$/.test(scopes)))
    problems.scopes = 'Enter scopes separated by spaces, beginning with "openid".';
  const appleTeamId = kind === "apple" ? readText(input.appleTeamId).trim() : "";
  const appleKeyId = kind === "apple" ? readText(input.appleKeyId).trim() : "";
  if (kind === "apple") {
    if (!TEAM_OR_KEY_ID.test(appleTeamId)) problems.appleTeamId = "Enter the team ID: letters and digits.";
    if (!TEAM_OR_KEY_ID.test(appleKeyId)) problems.appleKeyId = "Enter the key ID: letters and digits.";
  }
  const secret = parseSecret(kind, readText(input.secret), problems);
  if (Object.keys(problems).length > 0) throw new AppError("invalid_input", { fieldErrors: problems });
  return {
    id,
    kind,
    label,
    url,
    clientId,
    scopes: scopes || null,
    appleTeamId: appleTeamId || null,
    appleKeyId: appleKeyId || null,
    secret,
  };
}

/** Forms only contain text, but the operation may be called with anything. */
const readText = (value: unknown): string => (typeof value === "string" ? value.toWellFormed() : "");

function parseName(input: ProviderInput, label: string, problems: Record<string, string>): string {
  const givenName = readText(input.name).trim().toLowerCase();
  const name =
    givenName ||
    label
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^a-z0-9]/g, "")
      .slice(0, MAX.name);
  if (!/^[a-z0-9]{1,20}$/.test(name)) problems.name = `Enter 1 to ${MAX.name} letters (a to z) and digits.`;
  return name;
}

/** Returns null if the provider's URL is fixed, and for an empty GitHub or GitLab URL, which means the default one. */
function parseUrl(kind: ProviderKind, text: string, allowPrivate: boolean, problems: Record<string, string>) {
  const canBeSelfHosted = kind === "github" || kind === "gitlab";
  if (!canBeSelfHosted && kind !== "custom") return null;
  if (canBeSelfHosted && text === "") return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (text === "") problems.url = "Enter the issuer's URL.";
  else if (text.length > MAX.url) problems.url = `Enter a URL with at most ${MAX.url} characters.`;
  else if (!url || !["https:", "http:"].includes(url.protocol))
    problems.url = "Enter a URL that begins with https://.";
  else if (url.protocol === "http:" && !allowPrivate)
    problems.url =
      "Enter an https URL. With http, anyone who intercepts the connection could sign in as your members.";
  else if (url.username || url.password || url.search || url.hash)
    problems.url = "Enter the URL without a username, a question mark or a #.";
  else if (/\/\.well-known\/openid-configuration\/?$/.test(url.pathname))
    problems.url = "Enter the issuer only, without /.well-known/openid-configuration.";
  // An issuer is compared character by character, so its final slash matters.
  return canBeSelfHosted ? text.replace(/(?<!\/)\/+$/, "") : text;
}

/** Parses a secret. Apple's is the content of a .p8 file, whose line breaks may be escaped. */
function parseSecret(kind: ProviderKind, text: string, problems: Record<string, string>): string | null {
  const secret = kind === "apple" ? text.replaceAll("\\n", "\n").replace(/\r\n?/g, "\n").trim() : text.trim();
  if (secret === "") return null;
  if (kind === "apple" && !isSigningKey(secret))
    problems.secret = "Paste the entire contents of the .p8 file, from BEGIN PRIVATE KEY to END PRIVATE KEY.";
  else if (kind !== "apple" && !PRINTABLE.test(secret))
    problems.secret = "A client secret has no spaces, line breaks or accented letters. Copy it again.";
  else if (Buffer.byteLength(secret) > MAX.secret)
    problems.secret = `Enter at most ${MAX.secret.toLocaleString("en")} characters. This isn't a client secret.`;
  return secret;
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}
