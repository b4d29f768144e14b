import type { AuthDeps } from "../deps.ts";

/**
 * The URL that sends the browser back to the client. Appended as text, so that the registered URI stays as it is.
 * `iss` lets clients of several servers tell their responses apart (RFC 9207).
 */
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
