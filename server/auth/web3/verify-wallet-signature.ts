import type { AuthDeps } from "../deps.ts";
import { OAuthError } from "../oauth-error.ts";
import {
  type ContractCheckResult,
  checkContractSignature,
  type WalletSignature,
} from "./check-contract-signature.ts";
import type { Wallet } from "./wallet-identity.ts";

/** 65 bytes, the length of a signature made with the wallet's own key. A contract's signature can also have it. */
const KEY_SIGNATURE = /^0x[0-9a-f]{130}$/i;
const SIGNATURE = /^0x([0-9a-f]{2}){1,10000}$/i;

const REFUSALS: Readonly<Record<Exclude<ContractCheckResult, "valid">, string>> = {
  invalid: "The signature doesn't match the wallet's address.",
  "no node":
    "The signature doesn't match the wallet's address. This site can't verify contract wallets, such as multisigs, on this network.",
  "limit reached": "We're verifying too many contract wallets right now. Please try again in a minute.",
  unreachable:
    "We couldn't reach the wallet's network to verify the signature. Please try again in a minute.",
};

/**
 * Returns the wallet that signed the message: the wallet whose own key has this address, or else the contract wallet at
 * this address on this network (EIP-1271). Throws OAuthError if neither wallet made the signature, or if it can't be
 * verified.
 */
export async function verifyWalletSignature(
  auth: AuthDeps,
  { address, chainId, text, signature }: WalletSignature,
): Promise<Wallet> {
  if (!SIGNATURE.test(signature)) throw new OAuthError("invalid request", "The signature is malformed.");
  // Loaded on first use, because it is large.
  const { getAddress, hashMessage, recoverAddress } = await import("viem/utils");
  const hash = hashMessage(text);
  if (KEY_SIGNATURE.test(signature)) {
    // Rejects if the bytes don't encode a point on the curve.
    const signer = await recoverAddress({ hash, signature: signature as `0x${string}` }).catch(() => null);
    if (signer?.toLowerCase() === address) return { address: signer, chainId: null };
  }
  const outcome = await checkContractSignature(auth, { address, chainId, hash, signature });
  if (outcome === "valid") return { address: getAddress(address), chainId };
  const isTemporary = outcome === "limit reached" || outcome === "unreachable";
  throw new OAuthError(isTemporary ? "temporarily_unavailable" : "invalid_grant", REFUSALS[outcome]);
}
