import { data } from "react-router";
import { CardPage } from "#web/shell/card-page.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import type { Route } from "./+types/oauth-error";

const TITLE = "We can't sign you in to this app";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, path: "/oauth/error", index: false });

/** Where a broken sign-in link of an app ends: without a known address, there's nowhere to return to. */
export function loader({ url }: Route.LoaderArgs) {
  return data({ isRedirect: url.searchParams.get("error") === "redirect" }, { status: 400 });
}

export default function OAuthError({ loaderData: { isRedirect } }: Route.ComponentProps) {
  return (
    <CardPage title={TITLE}>
      <p className="text-muted">
        {isRedirect
          ? "The app wants to send you to an address that isn't registered for it. For your security, we stopped here."
          : "The app isn't registered here, or it was removed."}{" "}
        Tell the people who run the app.
      </p>
      <ButtonLink to="/" className="mt-5">
        Go to the homepage
      </ButtonLink>
    </CardPage>
  );
}
