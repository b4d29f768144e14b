import type { AuthDeps } from "../deps.ts";
import { callNode } from "./call-node.ts";

export interface WalletSignature {
  readonly address: string;
  readonly chainId: number;
  readonly text: string;
  readonly signature: string;
}

export type ContractCheckResult = "valid" | "invalid" | "no node" | "limit reached" | "unreachable";

/** The selector of EIP-1271's isValidSignature(bytes32,bytes). */
const SELECTOR = "0x1626ba7e";
const VALID_RESULT = `${SELECTOR}${"0".repeat(56)}`;
/** Limits checks for all clients together, because the operator may pay for the two calls that each check makes. */
const NODE_LIMIT = { points: 120, durationSeconds: 60 };

/** Asks the network whether the contract at this address accepts the signature (EIP-1271). */
export async function checkContractSignature(
  auth: AuthDeps,
  { address, chainId, hash, signature }: Omit<WalletSignature, "text"> & { readonly hash: `0x${string}` },
): Promise<ContractCheckResult> {
  const url = auth.config.auth.ethereum.nodes.get(chainId);
  if (url === undefined) return "no node";
  const { allowed } = await auth.limits.consume("auth.web3_node", "all", NODE_LIMIT);
  if (!allowed) return "limit reached";
  try {
    const [nodeChainId, result] = await Promise.all([
      callNode(url, "eth_chainId", []),
      callNode(url, "eth_call", [{ to: address, data: encodeCall(hash, signature) }, "latest"]),
    ]);
    // A node on another network would check a different contract at this address.
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
