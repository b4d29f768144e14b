import { type ReactNode, useEffect } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { BUG, getErrorHeading } from "#core/messages.ts";
import type { Refusal } from "#web/operation.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { UNREACHABLE } from "#web/ui/stop-offline.ts";
import { NotFound } from "./not-found.tsx";

/** By error code, with the specification's labels. */
const FORUM = { to: "/forum", label: "Back to Forum" };
const WAYS_BACK: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  post_not_found: FORUM,
  comment_not_found: FORUM,
  article_not_found: { to: "/news", label: "Back to News" },
};

/** Replaces a page whose loader or rendering failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  // An error far down a page replaces it, so scroll up to show this.
  const isSudden = !isRouteErrorResponse(error);
  useEffect(() => {
    if (isSudden) window.scrollTo(0, 0);
  }, [isSudden]);
  if (isRouteErrorResponse(error)) {
    const refusal = isRefusal(error.data) ? error.data : undefined;
    if (error.status === 404 && !refusal) return <NotFound />;
    if (refusal) {
      const { to, label } = WAYS_BACK[refusal.code] ?? { to: "/", label: "Go Back" };
      return (
        <Problem title={getErrorHeading(refusal.title)} message={refusal.message}>
          <ButtonLink to={to}>{label}</ButtonLink>
        </Problem>
      );
    }
  }
  const { title, message } = isUnreachable(error) ? UNREACHABLE : BUG;
  return (
    <Problem title={title} message={message}>
      <ButtonLink to={pathname} reloadDocument>
        Try again
      </ButtonLink>
      <ButtonLink to="/" look="quiet">
        Return to Home
      </ButtonLink>
    </Problem>
  );
}

function Problem({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-lg py-16 text-center md:py-24">
      <title>{title}</title>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-3 text-muted">{message}</p>
      <div className="mt-6 flex justify-center gap-3">{children}</div>
    </div>
  );
}

/** Browsers' messages for network errors. */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

function isRefusal(value: unknown): value is Refusal {
  return (
    typeof value === "object" && value !== null && "code" in value && "title" in value && "message" in value
  );
}
