import { createSafeFetch } from "#server/platform/safe-fetch.ts";
import type { AuthDeps } from "../deps.ts";
import { OAuthError } from "../oauth-error.ts";
import type { Wallet } from "./wallet-identity.ts";

/** 65 bytes: a signature made with the wallet's own key. */
const KEY_SIGNATURE = /^0x[0-9a-f]{130}$/i;
const SIGNATURE = /^0x([0-9a-f]{2}){1,10000}$/i;

const REFUSALS: Readonly<Record<Exclude<ContractCheck, "valid">, string>> = {
  invalid: "The signature doesn't match the wallet's address.",
  "no node":
    "The signature doesn't match the wallet's address. This site can't verify contract wallets, such as multisigs, on this network.",
  unreachable:
    "We couldn't reach the wallet's network to verify the signature. Please try again in a minute.",
};

interface WalletSignature {
  readonly address: string;
  readonly chainId: number;
  readonly text: string;
  readonly signature: string;
}

/**
 * Returns the wallet that signed the message: the one with this address's key, or else the contract at the address on
 * this network (EIP-1271). Throws OAuthError.
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
    // Fails for bytes that aren't a point on the curve.
    const signer = await recoverAddress({ hash, signature: signature as `0x${string}` }).catch(() => null);
    if (signer?.toLowerCase() === address) return { address: signer, chainId: null };
  }
  const outcome = await checkContractSignature(auth, { address, chainId, hash, signature });
  if (outcome === "valid") return { address: getAddress(address), chainId };
  throw new OAuthError(
    outcome === "unreachable" ? "temporarily_unavailable" : "invalid_grant",
    REFUSALS[outcome],
  );
}

type ContractCheck = "valid" | "invalid" | "no node" | "unreachable";

const TIMEOUT_MS = 4_000;
const BYTES_MAX = 65_536;
/** The selector of EIP-1271's isValidSignature(bytes32,bytes). */
const SELECTOR = "0x1626ba7e";
const VALID_RESULT = `${SELECTOR}${"0".repeat(56)}`;
/** Limits calls to nodes for all clients together, because the operator may pay for them. */
const NODE_LIMIT = { points: 120, durationSeconds: 60 };
/** Matches a node's message if the node works, but the contract reverted the call. */
const REVERT_MESSAGE = /revert|execution|out of gas|invalid opcode/i;

/** The operator chooses the nodes, so they may have private addresses. */
const fetchFromNode = createSafeFetch({ allowPrivate: true });

async function checkContractSignature(
  auth: AuthDeps,
  { address, chainId, hash, signature }: Omit<WalletSignature, "text"> & { readonly hash: `0x${string}` },
): Promise<ContractCheck> {
  const url = auth.config.auth.ethereum.nodes.get(chainId);
  if (url === undefined) return "no node";
  const { allowed } = await auth.limits.consume("auth.web3_node", "all", NODE_LIMIT);
  if (!allowed) return "unreachable";
  try {
    const [nodeChainId, result] = await Promise.all([
      callNode(url, "eth_chainId", []),
      callNode(url, "eth_call", [{ to: address, data: encodeCall(hash, signature) }, "latest"]),
    ]);
    // A node of another network would check a different contract at this address.
    if (Number(nodeChainId) !== chainId) throw new Error(`the node is on network ${String(nodeChainId)}`);
    return result === VALID_RESULT ? "valid" : "invalid";
  } catch (cause) {
    auth.log.warn({ chainId, err: cause }, "a node couldn't verify a contract wallet's signature");
    return "unreachable";
  }
}

/**
 * Encodes the call in ABI format: the hash, the offset of the signature, its length, and the signature in words of 32
 * bytes.
 */
function encodeCall(hash: `0x${string}`, signature: string): string {
  const digits = signature.slice(2);
  const length = (digits.length / 2).toString(16).padStart(64, "0");
  const paddedDigits = digits.padEnd(Math.ceil(digits.length / 64) * 64, "0");
  return `${SELECTOR}${hash.slice(2)}${"40".padStart(64, "0")}${length}${paddedDigits}`;
}

/** Returns null if the contract rejected the call. Throws an error if the node doesn't respond. */
async function callNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const { status, body } = await fetchFromNode(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: BYTES_MAX,
  });
  const { result, error } = JSON.parse(body.toString("utf8")) as {
    result?: unknown;
    error?: { code?: unknown; message?: unknown };
  };
  if (typeof result === "string") return result.toLowerCase();
  if (error && (error.code === 3 || REVERT_MESSAGE.test(String(error.message)))) return null;
  throw new Error(`${method}: status ${status}, ${String(error?.message ?? "no result")}`);
}
