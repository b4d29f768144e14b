/** The message that a wallet signs to sign in or to be linked (EIP-4361). */
export interface WalletMessage {
  /** The scheme of the site's URL, without a colon. Wallets assume https if it is absent. */
  readonly scheme?: string | undefined;
  readonly domain: string;
  readonly address: string;
  readonly statement?: string | undefined;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce?: string | undefined;
  readonly issuedAt: Date;
  readonly expirationTime?: Date | undefined;
  readonly notBefore?: Date | undefined;
}

export const INTRODUCTION = " wants you to sign in with your Ethereum account:";

export const STATEMENTS = {
  "sign-in": "Sign in to this site. This is free and gives no access to your funds.",
  link: "Link this wallet to your account on this site. This is free and gives no access to your funds.",
} as const;

/** Times are RFC 3339. */
export interface WalletNonce {
  readonly nonce: string;
  readonly chain_ids: readonly number[];
  /** The server's time, because the device's clock may be wrong. */
  readonly issued_at: string;
  readonly expires_at: string;
}

export function buildWalletMessage(message: WalletMessage): string {
  const { scheme, domain, address, statement, uri, chainId, nonce } = message;
  const times = [
    ["Issued At", message.issuedAt],
    ["Expiration Time", message.expirationTime],
    ["Not Before", message.notBefore],
  ] as const;
  return [
    `${scheme === undefined ? "" : `${scheme}://`}${domain}${INTRODUCTION}`,
    address,
    "",
    ...(statement === undefined ? [] : [statement]),
    "",
    `URI: ${uri}`,
    "Version: 1",
    `Chain ID: ${chainId}`,
    ...(nonce === undefined ? [] : [`Nonce: ${nonce}`]),
    ...times.flatMap(([name, time]) => (time === undefined ? [] : [`${name}: ${time.toISOString()}`])),
  ].join("\n");
}
