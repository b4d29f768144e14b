import { type SQL, sql } from "drizzle-orm";
import type { AuthDeps } from "../deps.ts";
import type { IdentityRow, Metadata } from "../tables.ts";

/** The protocol's provider name for all wallet identities. */
export const WEB3 = "web3";

export interface Wallet {
  /** In mixed case, which serves as a checksum. */
  readonly address: string;
  /** The chain ID of a contract wallet's network; null for a wallet with its own key. */
  readonly chainId: number | null;
}

/**
 * Returns the wallet's ID in the protocol. A key has the same address on all networks. A contract's address may belong
 * to someone else on another network, so its ID includes the network.
 */
export const getWalletId = ({ address, chainId }: Wallet) =>
  `web3:ethereum:${chainId === null ? "" : `${chainId}:`}${address.toLowerCase()}`;

export const buildWalletData = (wallet: Wallet): Metadata => ({
  sub: getWalletId(wallet),
  custom_claims: { chain: "ethereum", address: wallet.address, network: wallet.chainId },
  email_verified: false,
  phone_verified: false,
});

/** Returns an identity's wallet, or null if the identity isn't a wallet. */
export function readWallet({ provider, identityData }: Pick<IdentityRow, "provider" | "identityData">) {
  if (provider !== WEB3) return null;
  const { address, network } = (identityData.custom_claims ?? {}) as Record<string, unknown>;
  if (typeof address !== "string") return null;
  return { address, chainId: typeof network === "number" ? network : null } satisfies Wallet;
}

/** Whether the site still accepts sign-ins with this identity. A contract wallet requires a node for its network. */
export function isWalletEnabled(
  { config }: Pick<AuthDeps, "config">,
  identity: Pick<IdentityRow, "provider" | "identityData">,
): boolean {
  const { isEnabled, nodes } = config.auth.ethereum;
  const wallet = readWallet(identity);
  return isEnabled && wallet !== null && (wallet.chainId === null || nodes.has(wallet.chainId));
}

/** Builds isWalletEnabled as an SQL condition on a row `i` of auth.identities. */
export function buildWalletCondition({ config }: Pick<AuthDeps, "config">): SQL {
  const { isEnabled, nodes } = config.auth.ethereum;
  return sql`(${isEnabled} and i.provider = ${WEB3}
    and jsonb_typeof(i.identity_data #> '{custom_claims,address}') = 'string'
    and (jsonb_typeof(i.identity_data #> '{custom_claims,network}') is distinct from 'number'
      or ${JSON.stringify([...nodes.keys()])}::jsonb @> (i.identity_data #> '{custom_claims,network}')))`;
}
