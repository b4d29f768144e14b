import type { ReactNode } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { BUG, headingOf } from "#core/messages.ts";
import type { Refusal } from "#web/operation.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { NotFound } from "./not-found.tsx";

/** The specification's words for what is missing in the forum; the way back leads there. */
const FORUM_MISSING = new Set(["post_not_found", "comment_not_found"]);

/** What stands in a page's place when its loader or render failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  if (isRouteErrorResponse(error)) {
    const refusal = isRefusal(error.data) ? error.data : undefined;
    if (error.status === 404 && !refusal) return <NotFound />;
    if (refusal) {
      const toForum = FORUM_MISSING.has(refusal.code);
      return (
        <Problem title={headingOf(refusal.title)} message={refusal.message}>
          <ButtonLink to={toForum ? "/forum" : "/"}>{toForum ? "Back to Forum" : "Go Back"}</ButtonLink>
        </Problem>
      );
    }
  }
  return (
    <Problem title={BUG.title} message={BUG.message}>
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

function isRefusal(value: unknown): value is Refusal {
  return (
    typeof value === "object" && value !== null && "code" in value && "title" in value && "message" in value
  );
}
