import { createHmac, randomBytes } from "node:crypto";
import type { WalletNonce } from "#core/accounts/wallet-message.ts";
import { CHAINS } from "#core/wallet/chains.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps } from "../deps.ts";

/** The purpose of a nonce: to sign in, or to link a wallet from this session. */
export type NoncePurpose = "sign-in" | { readonly sessionId: string };

/** How long a message is accepted after its Issued At time, and how long a nonce is valid. */
export const VALID_SECONDS = 600;

const PREFIX = "s1";
const RANDOM_BYTES = 8;
const TIME_BYTES = 4;
const MAC_BYTES = 12;
const FORMAT = new RegExp(`^${PREFIX}[0-9a-f]{${2 * (RANDOM_BYTES + TIME_BYTES + MAC_BYTES)}}$`);

/** Creates a nonce. Nothing is stored until it is used, so visitors can't fill the database with nonces. */
export function createNonce(auth: AuthDeps, purpose: NoncePurpose): WalletNonce {
  const issuedSeconds = Math.floor(auth.clock.now().getTime() / 1000);
  const content = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(content);
  content.writeUInt32BE(issuedSeconds, RANDOM_BYTES);
  return {
    nonce: `${PREFIX}${Buffer.concat([content, createMac(auth, purpose, content)]).toString("hex")}`,
    chain_ids: listChainIds(auth),
    issued_at: new Date(issuedSeconds * 1000).toISOString(),
    expires_at: new Date((issuedSeconds + VALID_SECONDS) * 1000).toISOString(),
  };
}

/** Whether the nonce has our format. Other nonces were chosen by the client. */
export const isOurNonce = (nonce: string) => FORMAT.test(nonce);

/** Whether we issued the nonce for this purpose and it hasn't expired. The caller checks that it is used only once. */
export function isNonceValid(auth: AuthDeps, purpose: NoncePurpose, nonce: string): boolean {
  if (!isOurNonce(nonce)) return false;
  const bytes = Buffer.from(nonce.slice(PREFIX.length), "hex");
  const content = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const mac = bytes.subarray(RANDOM_BYTES + TIME_BYTES);
  if (!isSameSecret(mac, createMac(auth, purpose, content))) return false;
  const age = auth.clock.now().getTime() / 1000 - content.readUInt32BE(RANDOM_BYTES);
  return age < VALID_SECONDS;
}

const createMac = ({ keys }: AuthDeps, purpose: NoncePurpose, content: Buffer): Buffer =>
  createHmac("sha256", keys.symmetric)
    .update(`wallet nonce\n${purpose === "sign-in" ? purpose : `link ${purpose.sessionId}`}\n`)
    .update(content)
    .digest()
    .subarray(0, MAC_BYTES);

/** Lists the networks on the wallet page and those that the operator has set up a node for. */
export const listChainIds = ({ config }: Pick<AuthDeps, "config">): readonly number[] => [
  ...new Set([...CHAINS.map(({ id }) => id), ...config.auth.ethereum.nodes.keys()]),
];
