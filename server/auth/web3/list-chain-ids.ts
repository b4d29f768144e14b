import { CHAINS } from "#core/wallet/chains.ts";
import type { AuthDeps } from "../deps.ts";

/**
 * Lists the networks that wallets can sign in from: those of the wallet page, and those that the operator has a
 * node for.
 */
export const listChainIds = ({ config }: Pick<AuthDeps, "config">): readonly number[] => [
  ...new Set([...CHAINS.map(({ id }) => id), ...config.auth.ethereum.nodes.keys()]),
];
