import { lazy, type MouseEvent, Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import { buttonClasses } from "#web/ui/button.tsx";
import type { SiteData } from "./site-data.ts";

const loadDialog = () => import("#web/account/sign-in-dialog.tsx");
const SignInDialog = lazy(loadDialog);

/** A link to /auth that, with script, opens the dialog in place. The dialog is loaded when it is first wanted. */
export function SignInButton({ site }: { site: SiteData }) {
  const [open, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const here = pathname === "/auth" ? "" : `?next=${encodeURIComponent(pathname + search)}`;

  function openInPlace(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || pathname === "/auth") return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <Link
        to={`/auth${here}`}
        onClick={openInPlace}
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        className={buttonClasses({ look: "primary", size: "sm" })}
      >
        Sign In
      </Link>
      {open ? (
        <Suspense>
          <SignInDialog site={site} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
