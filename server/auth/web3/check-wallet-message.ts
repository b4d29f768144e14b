import { createHash } from "node:crypto";
import type { WalletMessage } from "#core/accounts/wallet-message.ts";
import type { Tx } from "#server/database/index.ts";
import { isOnAllowList } from "../codes/redirects.ts";
import type { AuthDeps } from "../deps.ts";
import { OAuthError } from "../oauth-error.ts";
import { usedWalletMessages } from "../tables.ts";
import { isNonceValid, isOurNonce, listChainIds, type NoncePurpose, VALID_SECONDS } from "./nonces.ts";
import { parseWalletMessage } from "./parse-wallet-message.ts";
import { verifyWalletSignature } from "./verify-wallet-signature.ts";
import type { Wallet } from "./wallet-identity.ts";

/** How far the device's clock may be ahead of ours. */
const SKEW_SECONDS = 120;
const LENGTH_MAX = 8_000;

interface SignedMessage {
  readonly message: string | undefined;
  readonly signature: string | undefined;
}

export interface VerifiedMessage {
  readonly wallet: Wallet;
  /** Rejects a message or nonce that was used before. Throws OAuthError. */
  consume(tx: Tx): Promise<void>;
}

/**
 * Verifies that a wallet has just signed this message, for this site and purpose. The caller must consume the message
 * in the transaction that acts on it. Throws OAuthError.
 */
export async function checkWalletMessage(
  auth: AuthDeps,
  { message: text, signature }: SignedMessage,
  purpose: NoncePurpose,
): Promise<VerifiedMessage> {
  if (!text || !signature)
    throw new OAuthError("invalid request", "A message and its signature are required.");
  const message = text.length <= LENGTH_MAX ? parseWalletMessage(text) : null;
  if (message === null) throw new OAuthError("invalid request", "The signed message is malformed.");
  checkSite(auth, message);
  checkChain(auth, message);
  checkTimes(auth, message);
  const key = getKey(auth, message, text, purpose);
  const { address, chainId } = message;
  const wallet = await verifyWalletSignature(auth, { address, chainId, text, signature });
  return {
    wallet,
    async consume(tx) {
      const inserted = await tx
        .insert(usedWalletMessages)
        .values({
          digest: createHash("sha256").update(key).digest(),
          // The nonce and the message expire before this.
          expiresAt: new Date(auth.clock.now().getTime() + (VALID_SECONDS + 2 * SKEW_SECONDS) * 1000),
        })
        .onConflictDoNothing()
        .returning();
      if (inserted.length === 0) throw invalidGrant("This signature was already used. Sign again.");
    },
  };
}

const invalidGrant = (description: string) => new OAuthError("invalid_grant", description);

/** Checks that the message names this site, or a site that the operator allows redirects to. */
function checkSite({ config }: AuthDeps, { scheme, domain, uri }: WalletMessage): void {
  const url = new URL(uri);
  const ownOrigins = [config.publicUrl, config.auth.siteUrl].map((siteUrl) => new URL(siteUrl).origin);
  const isConsistent =
    /^https?:$/.test(url.protocol) &&
    url.host === domain &&
    (scheme === undefined || `${scheme}:` === url.protocol);
  if (!isConsistent || !(ownOrigins.includes(url.origin) || isOnAllowList(config.auth, uri)))
    throw invalidGrant("This message was signed for another site.");
}

function checkChain(auth: AuthDeps, { chainId }: WalletMessage): void {
  if (!listChainIds(auth).includes(chainId))
    throw invalidGrant(`This site doesn't accept network ${chainId}. Switch your wallet to another one.`);
}

function checkTimes(
  { clock }: AuthDeps,
  { issuedAt, expirationTime, notBefore }: Pick<WalletMessage, "issuedAt" | "expirationTime" | "notBefore">,
): void {
  const now = clock.now().getTime();
  const age = (now - issuedAt.getTime()) / 1000;
  if (age >= VALID_SECONDS || (expirationTime !== undefined && now >= expirationTime.getTime()))
    throw invalidGrant("This signature has expired. Sign again.");
  if (age < -SKEW_SECONDS || (notBefore !== undefined && now < notBefore.getTime()))
    throw invalidGrant("This message isn't valid yet. Check your device's clock.");
}

/**
 * Returns what may be used only once: our nonce, or the message. The official client sends no nonce or its own, which
 * can only sign in. Linking needs a nonce that we issued to the session, so that a signature for signing in can't
 * link the wallet to someone else's account.
 */
function getKey(
  auth: AuthDeps,
  { nonce }: Pick<WalletMessage, "nonce">,
  text: string,
  purpose: NoncePurpose,
): string {
  if (nonce !== undefined && (isOurNonce(nonce) || purpose !== "sign-in")) {
    if (!isNonceValid(auth, purpose, nonce)) throw invalidGrant("This signature has expired. Sign again.");
    return `nonce ${nonce}`;
  }
  if (purpose !== "sign-in") throw invalidGrant("The signed message doesn't contain a nonce from this site.");
  return `message ${text}`;
}
