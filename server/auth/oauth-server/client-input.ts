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
import { type Body, createValidationError, readTextField } from "../request-body.ts";
import type { ClientFields } from "./clients.ts";

/** Reads the fields of a new client. The default name is the hostname of the first redirect URI. */
export function readNewClient(body: Body) {
  const isEmpty = Array.isArray(body.redirect_uris) && body.redirect_uris.length === 0;
  const { redirectUris, ...fields } = readClientFields(isEmpty ? { ...body, redirect_uris: null } : body);
  const [first] = redirectUris ?? [];
  if (!redirectUris || !first) throw createValidationError("redirect_uris is required");
  return { ...fields, redirectUris, name: fields.name ?? new URL(first).hostname };
}

export function readClientFields(body: Body): ClientFields {
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
  const uris = readTexts(input, "redirect_uris");
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
  const names = readTexts(input, "grant_types");
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

function readTexts(input: unknown, field: string): string[] {
  if (!Array.isArray(input) || !input.every((item) => typeof item === "string"))
    throw createValidationError(`${field} must be a list of strings`);
  return [...new Set(input)];
}
