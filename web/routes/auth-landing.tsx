import { readPurpose } from "#core/accounts/sign-in-options.ts";
import { LandingScreen } from "#web/account/landing.tsx";
import { readLanding } from "#web/account/read-landing.ts";
import { appContext } from "#web/server-context.ts";
import { safePath } from "#web/shell/back-path.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/auth-landing";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Link from an email", path: "/auth/landing", index: false });

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("for");
  return {
    options: await context.get(appContext).auth.describe(),
    asked: readPurpose(asked),
    isSso: asked === "sso",
    next: safePath(url.searchParams.get("next")),
    seen: readLanding(url.search, ""),
  };
}

/** The link's parameters can be used only once, so revalidation must not process them again. */
export const shouldRevalidate = () => false;

export default function AuthLanding({ loaderData }: Route.ComponentProps) {
  return <LandingScreen {...loaderData} />;
}
