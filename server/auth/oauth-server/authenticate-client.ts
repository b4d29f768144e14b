import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps } from "../deps.ts";
import { OAuthError } from "../oauth-error.ts";
import { findClient, hashSecret } from "./clients.ts";
import type { OAuthClientRow } from "./tables.ts";

/**
 * Returns the client of a request to the token endpoint. A client with a secret may send it in the header or in the
 * body. A client without one can't be authenticated, so its security depends on its redirect URIs and PKCE. Throws
 * OAuthError: invalid_request, invalid_client.
 */
export async function authenticateClient(
  auth: AuthDeps,
  header: string | undefined,
  params: URLSearchParams,
) {
  const headerCredentials = readBasicCredentials(header);
  const bodyCredentials = {
    id: params.get("client_id") || undefined,
    secret: params.get("client_secret") || undefined,
  };
  if (
    headerCredentials &&
    (bodyCredentials.secret !== undefined ||
      (bodyCredentials.id ?? headerCredentials.id) !== headerCredentials.id)
  )
    throw new OAuthError("invalid_request", "The client's credentials must be sent in only one way");
  const { id, secret } = headerCredentials ?? bodyCredentials;
  const client = await findClient(auth.database.db, id);
  if (!client || !isSecretCorrect(client, secret)) throw new OAuthError("invalid_client");
  return client;
}

function isSecretCorrect({ secretHash }: OAuthClientRow, secret: string | undefined): boolean {
  if (secretHash === null) return secret === undefined;
  return secret !== undefined && isSameSecret(hashSecret(secret), secretHash);
}

/** Reads the credentials of a Basic Authorization header, whose parts are form-encoded. */
function readBasicCredentials(
  header: string | undefined,
): { id: string; secret: string | undefined } | undefined {
  const encodedCredentials = /^Basic\s+([A-Za-z0-9+/]+=*)$/i.exec(header ?? "")?.[1];
  if (encodedCredentials === undefined) return undefined;
  const credentials = Buffer.from(encodedCredentials, "base64").toString("utf8");
  const colon = credentials.indexOf(":");
  const decode = (part: string) =>
    new URLSearchParams(`part=${part.replaceAll("&", "%26")}`).get("part") ?? "";
  return colon < 0
    ? { id: decode(credentials), secret: undefined }
    : { id: decode(credentials.slice(0, colon)), secret: decode(credentials.slice(colon + 1)) || undefined };
}
