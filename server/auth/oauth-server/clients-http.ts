import { AuthError } from "#core/accounts/auth-errors.ts";
import {
  CLIENT_AUTH_METHODS,
  CLIENT_NAME_MAX,
  type ClientAuthMethod,
  cleanClientName,
  isValidClientUrl,
  isValidRedirectUri,
  OAUTH_GRANT_TYPES,
  type OAuthGrantType,
  REDIRECT_URIS_MAX,
} from "#core/accounts/oauth.ts";
import { countCharacters } from "#core/text.ts";
import { buildPageHeaders, readPageQuery } from "../admin/pagination.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { type Body, createValidationError, readBody, readTextField } from "../request-body.ts";
import {
  type ClientFields,
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
  const query = readPageQuery(c, { digitsMax: 9 });
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

/** Reads the fields of a new client. The default name is the hostname of the first redirect URI. */
function readNewClient(body: Body) {
  const hasEmptyUriList = Array.isArray(body.redirect_uris) && body.redirect_uris.length === 0;
  const { redirectUris, ...fields } = readClientFields(
    hasEmptyUriList ? { ...body, redirect_uris: null } : body,
  );
  const [firstUri] = redirectUris ?? [];
  if (!redirectUris || !firstUri) throw createValidationError("redirect_uris is required");
  return { ...fields, redirectUris, name: fields.name ?? new URL(firstUri).hostname };
}

function readClientFields(body: Body): ClientFields {
  return {
    name: readName(body),
    website: readUrl(body, "client_uri"),
    logoUrl: readUrl(body, "logo_uri"),
    redirectUris: readRedirectUris(body.redirect_uris),
    grantTypes: readGrantTypes(body.grant_types),
    authMethod: readAuthMethod(body),
  };
}

function readName(body: Body): string | undefined {
  const text = readTextField(body, "client_name");
  if (text === undefined) return undefined;
  const name = cleanClientName(text);
  if (countCharacters(name) > CLIENT_NAME_MAX)
    throw createValidationError(`client_name cannot exceed ${CLIENT_NAME_MAX} characters`);
  return name || undefined;
}

/** An empty string removes the URL. */
function readUrl(body: Body, field: string): string | null | undefined {
  const url = readTextField(body, field);
  if (url === undefined || url === "") return url === "" ? null : undefined;
  if (!isValidClientUrl(url)) throw createValidationError(`${field} must be a valid URL`);
  return url;
}

function readRedirectUris(input: unknown): string[] | undefined {
  if (input === undefined || input === null) return undefined;
  const uris = readStringList(input, "redirect_uris");
  if (uris.length === 0) throw createValidationError("redirect_uris cannot be empty");
  if (uris.length > REDIRECT_URIS_MAX)
    throw createValidationError(`redirect_uris cannot exceed ${REDIRECT_URIS_MAX} items`);
  const invalidUri = uris.find((uri) => !isValidRedirectUri(uri));
  if (invalidUri !== undefined)
    throw createValidationError(
      `invalid redirect_uri '${invalidUri.slice(0, 200)}': it must be an https URL, or http on localhost, without a fragment`,
    );
  return uris;
}

function readGrantTypes(input: unknown): OAuthGrantType[] | undefined {
  if (input === undefined || input === null) return undefined;
  const names = readStringList(input, "grant_types");
  const knownTypes = OAUTH_GRANT_TYPES.filter((name) => names.includes(name));
  if (
    knownTypes.length === 0 ||
    names.some((name) => !(OAUTH_GRANT_TYPES as readonly string[]).includes(name))
  )
    throw createValidationError("grant_types must only contain 'authorization_code' and/or 'refresh_token'");
  return knownTypes;
}

function readAuthMethod(body: Body): ClientAuthMethod | undefined {
  const name = readTextField(body, "token_endpoint_auth_method") || undefined;
  const type = readTextField(body, "client_type") || undefined;
  const method = CLIENT_AUTH_METHODS.find((candidate) => candidate === name);
  if (name !== undefined && method === undefined)
    throw createValidationError(
      `token_endpoint_auth_method must be one of: ${CLIENT_AUTH_METHODS.join(", ")}`,
    );
  if (type === undefined) return method;
  if (type !== "public" && type !== "confidential")
    throw createValidationError("client_type must be 'public' or 'confidential'");
  if (method !== undefined && (method === "none") !== (type === "public"))
    throw createValidationError("client_type and token_endpoint_auth_method contradict each other");
  return method ?? (type === "public" ? "none" : "client_secret_basic");
}

function readStringList(input: unknown, field: string): string[] {
  if (!Array.isArray(input) || !input.every((item) => typeof item === "string"))
    throw createValidationError(`${field} must be a list of strings`);
  return [...new Set(input)];
}
