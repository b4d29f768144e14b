import { createHash } from "node:crypto";
import { INTRODUCTION, type WalletMessage } from "#core/accounts/wallet-message.ts";
import type { Tx } from "#server/database/index.ts";
import { isOnAllowList } from "../codes/redirects.ts";
import type { AuthDeps } from "../deps.ts";
import { OAuthError } from "../oauth-error.ts";
import { usedWalletMessages } from "../tables.ts";
import { isNonceValid, isOurNonce, listChainIds, type NoncePurpose, VALID_SECONDS } from "./nonces.ts";
import { verifyWalletSignature } from "./verify-wallet-signature.ts";

/** How far the device's clock may be ahead of ours. */
const SKEW_SECONDS = 120;
const LENGTH_MAX = 8_000;

/**
 * Verifies that a wallet has just signed this message, for this site and purpose. The caller must consume the message
 * in the transaction that acts on it. Throws OAuthError.
 */
export async function checkWalletMessage(
  auth: AuthDeps,
  { message: text, signature }: Record<"message" | "signature", string | undefined>,
  purpose: NoncePurpose,
) {
  if (!text || !signature)
    throw new OAuthError("invalid request", "A message and its signature are required.");
  const message = text.length <= LENGTH_MAX ? parseWalletMessage(text) : null;
  if (message === null) throw new OAuthError("invalid request", "The signed message is malformed.");
  checkSite(auth, message);
  if (!listChainIds(auth).includes(message.chainId))
    throw createGrantError(
      `This site doesn't accept network ${message.chainId}. Switch your wallet to another network.`,
    );
  checkTimes(auth, message);
  const key = getSingleUseKey(auth, message, text, purpose);
  const { address, chainId } = message;
  const wallet = await verifyWalletSignature(auth, { address, chainId, text, signature });
  return {
    wallet,
    /** Records the message or nonce as used. Throws OAuthError if it was used before. */
    async consume(tx: Tx) {
      const insertedRows = await tx
        .insert(usedWalletMessages)
        .values({
          digest: createHash("sha256").update(key).digest(),
          // The nonce and the message expire before this.
          expiresAt: new Date(auth.clock.now().getTime() + (VALID_SECONDS + 2 * SKEW_SECONDS) * 1000),
        })
        .onConflictDoNothing()
        .returning();
      if (insertedRows.length === 0) throw createGrantError("This signature was already used. Sign again.");
    },
  };
}

const createGrantError = (description: string) => new OAuthError("invalid_grant", description);

/** Checks that the message names this site, or a site that the operator allows redirects to. */
function checkSite({ config }: AuthDeps, { scheme, domain, uri }: WalletMessage): void {
  const url = new URL(uri);
  const ownOrigins = [config.publicUrl, config.auth.siteUrl].map((siteUrl) => new URL(siteUrl).origin);
  const isConsistent =
    /^https?:$/.test(url.protocol) &&
    url.host === domain &&
    (scheme === undefined || `${scheme}:` === url.protocol);
  if (!isConsistent || !(ownOrigins.includes(url.origin) || isOnAllowList(config.auth, uri)))
    throw createGrantError("This message was signed for another site.");
}

function checkTimes(
  { clock }: AuthDeps,
  { issuedAt, expirationTime, notBefore }: Pick<WalletMessage, "issuedAt" | "expirationTime" | "notBefore">,
): void {
  const now = clock.now().getTime();
  const age = (now - issuedAt.getTime()) / 1000;
  if (age >= VALID_SECONDS || (expirationTime !== undefined && now >= expirationTime.getTime()))
    throw createGrantError("This signature has expired. Sign again.");
  if (age < -SKEW_SECONDS || (notBefore !== undefined && now < notBefore.getTime()))
    throw createGrantError("This message isn't valid yet. Check your device's clock.");
}

/**
 * Returns what may be used only once: our nonce, or the message. A message from the official client has either no
 * nonce or one that the client chose, and can only be used to sign in. Linking needs a nonce that we issued to the
 * session, so that a signature for signing in can't link the wallet to someone else's account.
 */
function getSingleUseKey(
  auth: AuthDeps,
  { nonce }: Pick<WalletMessage, "nonce">,
  text: string,
  purpose: NoncePurpose,
): string {
  if (nonce !== undefined && isOurNonce(nonce)) {
    if (!isNonceValid(auth, purpose, nonce))
      throw createGrantError("This signature has expired. Sign again.");
    return `nonce ${nonce}`;
  }
  if (purpose !== "sign-in")
    throw createGrantError("The signed message doesn't contain a nonce from this site.");
  return `message ${text}`;
}

const DOMAIN = /^(?:([a-z][a-z0-9+.-]*):\/\/)?((?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?)$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const NONCE = /^[\x21-\x7e]{8,200}$/;
const CHAIN_ID = /^[1-9]\d{0,13}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses a message as EIP-4361 defines it: each line must be in its place, so that no text in the statement can be
 * mistaken for a field. The nonce is optional, because the official Supabase client can omit it. Returns the address in
 * lower case, or null if the message is malformed.
 */
function parseWalletMessage(text: string): WalletMessage | null {
  const lines = text.split("\n");
  const [introduction = "", address = "", blank, ...rest] = lines;
  if (!introduction.endsWith(INTRODUCTION) || blank !== "" || !ADDRESS.test(address)) return null;
  const [, scheme, domain] = DOMAIN.exec(introduction.slice(0, -INTRODUCTION.length)) ?? [];
  if (domain === undefined) return null;
  const statement = rest[0] === "" ? undefined : rest.shift();
  if (rest.shift() !== "") return null;

  const readField = (name: string) => {
    if (!rest[0]?.startsWith(`${name}: `)) return undefined;
    return rest.shift()?.slice(name.length + 2);
  };
  const uri = readField("URI");
  const version = readField("Version");
  const chainId = readField("Chain ID");
  const nonce = readField("Nonce");
  const issuedAt = parseTime(readField("Issued At"));
  const expirationTime = parseTime(readField("Expiration Time"));
  const notBefore = parseTime(readField("Not Before"));
  readField("Request ID");
  if (rest[0] === "Resources:") {
    rest.shift();
    while (rest[0]?.startsWith("- ")) rest.shift();
  }
  if (rest.length > 0 || version !== "1" || uri === undefined || !URL.canParse(uri)) return null;
  if (chainId === undefined || !CHAIN_ID.test(chainId)) return null;
  if (nonce !== undefined && !NONCE.test(nonce)) return null;
  if (!issuedAt || expirationTime === null || notBefore === null) return null;
  return {
    scheme: scheme?.toLowerCase(),
    domain: domain.toLowerCase(),
    address: address.toLowerCase(),
    statement,
    uri,
    chainId: Number(chainId),
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
  };
}

/** Returns undefined if there is no text, and null if it isn't a valid time. */
function parseTime(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  return DATE_TIME.test(text) && !Number.isNaN(time.getTime()) ? time : null;
}
