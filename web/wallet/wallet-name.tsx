import type { BrowserWallet } from "./discover-wallets.ts";

export function WalletName({ wallet: { icon, name } }: { wallet: Pick<BrowserWallet, "icon" | "name"> }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 align-bottom">
      {icon ? <img src={icon} alt="" width={16} height={16} className="size-4 rounded-sm" /> : null}
      <span className="truncate">{name}</span>
    </span>
  );
}
