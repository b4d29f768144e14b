import type { ReactNode } from "react";
import { useOptionalSite } from "#web/page/site-data.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Illustration } from "#web/ui/illustration.tsx";

interface ErrorMessageProps {
  readonly title: string;
  readonly message: string;
  readonly illustration?: ReactNode;
  readonly children: ReactNode;
}

export function ErrorMessage({ title, message, illustration, children }: ErrorMessageProps) {
  return (
    <div className="mx-auto max-w-lg py-16 text-center text-balance md:py-24">
      <ErrorTitle title={title} />
      {illustration}
      <h1 className="mt-4 text-2xl">{title}</h1>
      <p className="mt-3 text-muted">{message}</p>
      <div className="mt-6 flex justify-center gap-3">{children}</div>
    </div>
  );
}

/** Sets the page's title, because error pages have no `meta` function. */
function ErrorTitle({ title }: { readonly title: string }) {
  const site = useOptionalSite();
  return <title>{site ? `${title} · ${site.name}` : title}</title>;
}

export function NotFound() {
  return (
    <div className="mx-auto max-w-lg py-16 text-center md:py-24">
      <ErrorTitle title="Page not found" />
      <Illustration name="search" />
      <p className="figures mt-4 text-3xl font-bold text-faint">404</p>
      <h1 className="mt-2 text-2xl">Oops! Page not found</h1>
      <p className="mt-3 text-muted">This page doesn't exist or has moved.</p>
      <ButtonLink to="/" className="mt-6">
        Return to Home
      </ButtonLink>
    </div>
  );
}
