/** Messages on the wallet page. The specification prescribes the first two and the title "Receive Address". */

export const WALLET_NOT_FOUND = {
  title: "MetaMask Not Found",
  description: "Please install MetaMask browser extension to use wallet features.",
  destructive: true,
} as const;

export const CONNECTION_FAILED = {
  title: "Connection Failed",
  description: "Failed to connect wallet",
  destructive: true,
} as const;

export const RECEIVE_ADDRESS = {
  title: "Receive Address",
  description: "Once you connect a wallet, your QR code and address will be displayed.",
} as const;

export const NOT_CONNECTED = {
  title: "No wallet connected",
  description: "Connect a wallet to send from it.",
} as const;

export const SAMPLE_HINT = "Connect a wallet to see your own holdings.";
/** Shown if no price source is configured, or if the source hasn't sent any prices yet. */
export const NO_PRICES = "Prices aren't available, so your balances are shown without values.";
export const AMOUNT_MASK = "••••";
