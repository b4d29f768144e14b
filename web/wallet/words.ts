/** What the wallet's page says, word for word (specification, section 8), and what its figures are. */

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
  description: "A QR code and your address are displayed here once a wallet is connected.",
} as const;

export const NOT_CONNECTED = {
  title: "No wallet connected",
  description: "Connect a wallet to send from it.",
} as const;

export const SAMPLE_WALLET = "No wallet is connected: holdings, prices and history are made up.";
export const NO_PRICES =
  "This site has no price source, so real balances are shown without values rather than with made-up ones.";
export const MASK = "••••";
