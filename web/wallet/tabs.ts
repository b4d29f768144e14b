import { toOptions } from "#web/ui/options.ts";

export type WalletTab = "assets" | "transactions" | "analytics";

export const WALLET_TABS = toOptions<WalletTab>({
  assets: "Assets",
  transactions: "Transactions",
  analytics: "Analytics",
});

export const parseTab = (param: string | null): WalletTab =>
  WALLET_TABS.find(({ value }) => value === param)?.value ?? "assets";
