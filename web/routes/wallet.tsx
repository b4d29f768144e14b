import { pageMeta } from "#web/page/page-meta.ts";
import { loadWallet } from "#web/wallet/load-wallet.ts";
import { WalletScreen } from "#web/wallet/wallet-screen.tsx";
import type { Route } from "./+types/wallet";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Wallet",
    description: "View balances, and send and receive crypto, with your own browser wallet.",
    path: "/wallet",
  });

export { shouldRevalidatePage as shouldRevalidate } from "#web/shell/should-revalidate.ts";

export function loader({ request, context, url }: Route.LoaderArgs) {
  return loadWallet(context, request, url.searchParams.get("tab"));
}

export default function Wallet({ loaderData }: Route.ComponentProps) {
  return <WalletScreen data={loaderData} />;
}
