import { useRef } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { nameOfScreen } from "./way-back.ts";

interface BackLinkProps {
  /** The list that the screen belongs to. */
  readonly to: string;
  /** What that list is called, where it is not its tab. */
  readonly label?: string;
  /** Where the screen was opened from (findWayBack). */
  readonly from: string | null;
}

/** The way back, first on every screen below /admin: to where it was opened from, else to the list it belongs to. */
export function BackLink({ to, label, from }: BackLinkProps) {
  const { pathname } = useLocation();
  // The page loads anew with each form, and then comes from itself.
  const kept = useRef({ pathname, from });
  if (kept.current.pathname !== pathname || from !== null) kept.current = { pathname, from };
  const { from: path } = kept.current;
  return (
    <ButtonLink to={path ?? to} look="quiet" size="sm" className="-mx-3 justify-self-start">
      <Icon name="arrow-left" />
      Back to {path ? nameOfScreen(path) : (label ?? nameOfScreen(to))}
    </ButtonLink>
  );
}
