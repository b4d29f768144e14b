export const WALLET_TABS = ["assets", "transactions", "analytics"] as const;
export type WalletTab = (typeof WALLET_TABS)[number];

export const TAB_LABELS: Readonly<Record<WalletTab, string>> = {
  assets: "Assets",
  transactions: "Transactions",
  analytics: "Analytics",
};

export function parseTab(param: string | null): WalletTab {
  return WALLET_TABS.find((tab) => tab === param) ?? "assets";
}
