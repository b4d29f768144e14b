import { useRef } from "react";
import { useLoaderData, useLocation } from "react-router";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { getScreenName } from "./previous-screen.ts";

/**
 * The first element of every screen below /admin. Leads to the previous screen, which the loader returns as `from`
 * (`findPreviousScreen`), or else to `to`, the screen above this one. `label` names that screen; by default,
 * `getScreenName` does.
 */
export function BackLink({ to, label }: { to: string; label?: string }) {
  const from = useLoaderData<{ from?: string | null } | null>()?.from ?? null;
  const { pathname } = useLocation();
  // After a form submission, the page itself is the previous screen, so use the one before it.
  const origin = useRef({ pathname, from });
  if (origin.current.pathname !== pathname || from !== null) origin.current = { pathname, from };
  const { from: path } = origin.current;
  return (
    <ButtonLink to={path ?? to} variant="quiet" size="sm" className="-mx-3 justify-self-start">
      <Icon name="arrow-left" />
      Back to {path ? getScreenName(path) : (label ?? getScreenName(to))}
    </ButtonLink>
  );
}
