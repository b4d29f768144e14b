import { redirect } from "react-router";
import type { Auth } from "#server/auth/index.ts";

/** Redirects to the page that explains why a sign-in with a provider failed. Rethrows other errors. */
export function describeRefusal(auth: Pick<Auth, "toRefusal">, error: unknown, next: string) {
  const refusal = auth.toRefusal(error);
  if (!refusal) throw error;
  return redirectToRefusal(refusal.code, next);
}

export const redirectToRefusal = (code: string, next: string) =>
  redirect(`/auth/landing?${new URLSearchParams({ for: "oauth", next, error_code: code })}`, {
    headers: { "Cache-Control": "no-store" },
  });
