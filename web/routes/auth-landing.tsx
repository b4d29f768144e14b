import { parseEmailPurpose } from "#core/accounts/sign-in-options.ts";
import { LandingScreen } from "#web/account/landing.tsx";
import type { LandingSource } from "#web/account/landing-cards.tsx";
import { parseLanding } from "#web/account/parse-landing.ts";
import { type UnusedLink, UseLink } from "#web/account/use-link.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { getSafePath } from "#web/page/same-site-path.ts";
import { appContext } from "#web/server-context.ts";
import type { Route } from "./+types/auth-landing";

export const meta = unlistedMeta("Continue sign-in", "/auth/landing");

const parseSource = (text: string | null): LandingSource =>
  text === "sso" || text === "oauth" ? text : "email";

export async function loader({ context, url }: Route.LoaderArgs) {
  const purposeParam = url.searchParams.get("for");
  return {
    options: await context.get(appContext).auth.describe(),
    purpose: parseEmailPurpose(purposeParam),
    source: parseSource(purposeParam),
    next: getSafePath(url.searchParams.get("next")),
    serverLanding: parseLanding(url.search, ""),
    link: readLink(context.get(appContext).site.publicUrl, url.searchParams),
  };
}

/** Returns the one-time link in the URL's parameters, or null if there is none. */
function readLink(publicUrl: string, searchParams: URLSearchParams): UnusedLink | null {
  const { token, type, ...landing } = Object.fromEntries(searchParams);
  if (!token || !type) return null;
  return { token, type, redirectTo: `${publicUrl}/auth/landing?${new URLSearchParams(landing)}` };
}

/** The link's parameters can be used only once, so revalidation must not process them again. */
export const shouldRevalidate = () => false;

export default function AuthLanding({ loaderData }: Route.ComponentProps) {
  const { link, ...landing } = loaderData;
  return link ? <UseLink {...link} /> : <LandingScreen {...landing} />;
}
