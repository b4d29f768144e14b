import { useRef } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { getScreenName } from "./previous-screen.ts";

interface BackLinkProps {
  /** The list this screen belongs to. */
  readonly to: string;
  readonly label?: string;
  /** The path of the screen before this one (`findPreviousScreen`). */
  readonly from: string | null;
}

/** The first element of every screen below /admin. */
export function BackLink({ to, label, from }: BackLinkProps) {
  const { pathname } = useLocation();
  // After a form submission, the page itself is the previous screen, so use the one before it.
  const first = useRef({ pathname, from });
  if (first.current.pathname !== pathname || from !== null) first.current = { pathname, from };
  const { from: path } = first.current;
  return (
    <ButtonLink to={path ?? to} variant="quiet" size="sm" className="-mx-3 justify-self-start">
      <Icon name="arrow-left" />
      Back to {path ? getScreenName(path) : (label ?? getScreenName(to))}
    </ButtonLink>
  );
}
