import { isIP } from "node:net";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthDeps } from "../deps.ts";

/** The site as browsers and authenticators know it. A passkey works for one relying party ID only. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party, from PUBLIC_URL. If PUBLIC_URL is local, as on a developer's machine, the page may be open
 * under another local name, so `host` (the Host header) takes precedence if it is a local name. Throws
 * AuthError("passkey_disabled") if passkeys are turned off, or if the host is an IP address, which WebAuthn doesn't
 * allow.
 */
export function getRelyingParty({ config }: Pick<AuthDeps, "config">, host: string | undefined) {
  if (!config.auth.passkeys) throw new AuthError("passkey_disabled");
  const site = new URL(config.publicUrl);
  const localSite = isLoopback(site.hostname) ? parseLocalHost(site.protocol, host) : undefined;
  const { hostname: id, origin } = localSite ?? site;
  if (isIP(id.replace(/^\[|\]$/g, "")) !== 0)
    throw new AuthError("passkey_disabled", {
      message: "Passkeys need a host name. Open the site at localhost, or set PUBLIC_URL.",
    });
  return { id, origin };
}

/** Whether browsers can use passkeys at this host. They also require https, except on localhost. */
export function arePasskeysEnabled(auth: Pick<AuthDeps, "config">, host: string | undefined): boolean {
  try {
    const { id, origin } = getRelyingParty(auth, host);
    return origin.startsWith("https:") || isLocalName(id);
  } catch {
    return false;
  }
}

const isLocalName = (hostname: string) => hostname === "localhost" || hostname.endsWith(".localhost");

const isLoopback = (hostname: string) =>
  isLocalName(hostname) || hostname === "[::1]" || /^127\./.test(hostname);

function parseLocalHost(protocol: string, host: string | undefined): URL | undefined {
  const url = URL.parse(`${protocol}//${host ?? ""}`);
  return url && isLocalName(url.hostname) ? url : undefined;
}
