import { useLocation } from "react-router";
import { pageMeta } from "#web/shell/page-meta.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import type { Route } from "./+types/unbuilt";

const ROOMS: Record<string, string> = {
  "/wallet": "Wallet",
};

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: ROOMS[location.pathname] ?? "", path: location.pathname, index: false });

/** A place of the navigation that this version does not have: said plainly, with a way to what it has. */
export default function Unbuilt() {
  const { pathname } = useLocation();
  return (
    <div className="mx-auto max-w-lg py-16 text-center md:py-24">
      <h1 className="text-2xl">{ROOMS[pathname]}</h1>
      <p className="mt-3 text-muted">This part of the community is not built yet. The forum is open.</p>
      <ButtonLink to="/forum" look="primary" className="mt-6">
        Go to Forum
      </ButtonLink>
    </div>
  );
}
