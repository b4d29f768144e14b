import { AuthError } from "#core/accounts/auth-errors.ts";
import { buildPageHeaders, readPageQuery } from "../admin/pagination.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { createValidationError, readBody } from "../request-body.ts";
import { readClientFields, readNewClient } from "./client-input.ts";
import {
  createClient,
  deleteClient,
  findClient,
  listClients,
  regenerateSecret,
  updateClient,
} from "./clients.ts";
import type { OAuthClientRow } from "./tables.ts";

const presentClient = (client: OAuthClientRow, secret: string | null = null) => ({
  client_id: client.id,
  ...(secret === null ? {} : { client_secret: secret }),
  client_type: client.authMethod === "none" ? "public" : "confidential",
  redirect_uris: client.redirectUris,
  token_endpoint_auth_method: client.authMethod,
  grant_types: client.grantTypes,
  response_types: ["code"],
  client_name: client.name,
  ...(client.website === null ? {} : { client_uri: client.website }),
  ...(client.logoUrl === null ? {} : { logo_uri: client.logoUrl }),
  registration_type: client.registration,
  created_at: client.createdAt.toISOString(),
  updated_at: client.updatedAt.toISOString(),
});

export const handleListClients: AuthHandler = async (c, auth) => {
  const query = readPageQuery(c, 9);
  const { page, perPage } = query;
  const { clients, total } = await listClients(auth, { limit: perPage, offset: (page - 1) * perPage });
  const headers = buildPageHeaders("/admin/oauth/clients", query, total);
  return c.json(
    { clients: clients.map((client) => presentClient(client)), aud: "authenticated" },
    200,
    headers,
  );
};

export const handleCreateClient: AuthHandler = async (c, auth) => {
  const fields = readNewClient(await readBody(c));
  const { client, secret } = await auth.database.db.transaction((tx) =>
    createClient(auth, tx, c.get("actor"), fields),
  );
  return c.json(presentClient(client, secret), 201);
};

/** Lets programs register themselves, if the operator allows it (RFC 7591). */
export const handleRegisterClient: AuthHandler = async (c, auth) => {
  if (!auth.config.auth.oauthRegistration) throw new AuthError("oauth_dynamic_client_registration_disabled");
  await countRequest(auth, "oauth_register", getClientInfo(c, auth).ip);
  const fields = readNewClient(await readBody(c));
  const { client, secret } = await auth.database.db.transaction((tx) => createClient(auth, tx, null, fields));
  return c.json(
    {
      ...presentClient(client, secret),
      client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
      ...(secret === null ? {} : { client_secret_expires_at: 0 }),
    },
    201,
  );
};

export const handleShowClient: AuthHandler = async (c, auth) => {
  const client = await findClient(auth.database.db, c.req.param("clientId"));
  if (!client) throw new AuthError("oauth_client_not_found");
  return c.json(presentClient(client));
};

export const handleChangeClient: AuthHandler = async (c, auth) => {
  const fields = readClientFields(await readBody(c));
  if (Object.values(fields).every((value) => value === undefined))
    throw createValidationError("No fields provided for update");
  const client = await auth.database.db.transaction((tx) =>
    updateClient(auth, tx, c.get("actor"), c.req.param("clientId"), fields),
  );
  return c.json(presentClient(client));
};

export const handleDeleteClient: AuthHandler = async (c, auth) => {
  await auth.database.db.transaction((tx) => deleteClient(tx, c.get("actor"), c.req.param("clientId")));
  return c.body(null, 204);
};

export const handleRegenerateSecret: AuthHandler = async (c, auth) => {
  const { client, secret } = await auth.database.db.transaction((tx) =>
    regenerateSecret(auth, tx, c.get("actor"), c.req.param("clientId")),
  );
  return c.json(presentClient(client, secret));
};
