import { lazy, type MouseEvent, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { buttonClasses } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import type { SiteData } from "./site-data.ts";

const loadDialog = () => import("#web/account/sign-in-dialog.tsx");
const SignInDialog = lazy(loadDialog);

/** A link to /auth that, with script, opens the dialog in place. The dialog is loaded when it is first wanted. */
export function SignInButton({ site }: { site: SiteData }) {
  const [open, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const isAuth = pathname.startsWith("/auth");
  const here = isAuth ? "" : `?next=${encodeURIComponent(pathname + search)}`;

  // A sign-in that waits for its second factor goes on where it was left, after a reload too.
  useEffect(() => {
    if (site.needsFactor && !location.pathname.startsWith("/auth")) setOpen(true);
  }, [site.needsFactor]);

  function openInPlace(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || isAuth) return;
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
