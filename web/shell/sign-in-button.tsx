import { lazy, type MouseEvent, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { SiteData } from "#web/page/site-data.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";

const loadDialog = () => import("#web/account/sign-in-dialog.tsx");
const SignInDialog = lazy(loadDialog);

export function SignInButton({ site }: { site: SiteData }) {
  const [open, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const isAuth = pathname.startsWith("/auth");
  const nextQuery = isAuth ? "" : `?next=${encodeURIComponent(pathname + search)}`;

  // Resume a sign-in that needs its second factor, even after a reload.
  useEffect(() => {
    if (site.isFactorRequired && !location.pathname.startsWith("/auth")) setOpen(true);
  }, [site.isFactorRequired]);

  function openInPlace(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || isAuth) return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <Link
        to={`/auth${nextQuery}`}
        onClick={openInPlace}
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
        className={buttonClasses({ variant: "primary", size: "sm" })}
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
