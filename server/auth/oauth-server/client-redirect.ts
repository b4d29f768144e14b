import type { AuthDeps } from "../deps.ts";

/** Appends the parameters as text, so that the registered URI isn't changed. `iss` names this server (RFC 9207). */
export function buildClientRedirect(
  { config }: Pick<AuthDeps, "config">,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  answer: Readonly<Record<string, string>>,
): string {
  const params = new URLSearchParams({
    ...answer,
    ...(state === null ? {} : { state }),
    iss: `${config.publicUrl}/auth/v1`,
  });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${params}`;
}
