import { CHAINS } from "#core/wallet/chains.ts";
import type { AuthDeps } from "../deps.ts";

/** Those of the wallet page, and those that the operator has a node for. */
export const listChainIds = ({ config }: Pick<AuthDeps, "config">): readonly number[] => [
  ...new Set([...CHAINS.map(({ id }) => id), ...config.auth.ethereum.nodes.keys()]),
];
