import { createHash, randomBytes } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { ClientAuthMethod, OAuthGrantType } from "#core/accounts/oauth.ts";
import { type NewAuditEvent, recordAuditEvent } from "#server/audit/index.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { ServiceActor } from "../admin/service-audit.ts";
import type { AuthDeps } from "../deps.ts";
import { createValidationError } from "../request-body.ts";
import { type OAuthClientRow, oauthClients } from "./tables.ts";

/** A client's fields; undefined ones weren't given. */
export interface ClientFields {
  readonly name?: string | undefined;
  readonly website?: string | null | undefined;
  readonly logoUrl?: string | null | undefined;
  readonly redirectUris?: string[] | undefined;
  readonly grantTypes?: OAuthGrantType[] | undefined;
  readonly authMethod?: ClientAuthMethod | undefined;
}

const SECRET_BYTES = 32;

export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest();
const createSecret = () => randomBytes(SECRET_BYTES).toString("base64url");

export async function findClient(db: Db | Tx, id: string | undefined): Promise<OAuthClientRow | null> {
  if (!isUuid(id)) return null;
  const [client] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  return client ?? null;
}

export async function listClients(
  { database: { db } }: AuthDeps,
  { limit, offset }: { limit: number; offset: number },
) {
  const order = [desc(oauthClients.createdAt), oauthClients.id];
  const [clients, total] = await Promise.all([
    db
      .select()
      .from(oauthClients)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.$count(oauthClients),
  ]);
  return { clients, total };
}

/** Registers a client. A client that registers itself has no actor, and no audit event. */
export async function createClient(
  auth: AuthDeps,
  tx: Tx,
  actor: ServiceActor | null,
  fields: ClientFields & { readonly name: string; readonly redirectUris: string[] },
) {
  const { authMethod = "client_secret_basic", grantTypes = ["authorization_code", "refresh_token"] } = fields;
  const secret = authMethod === "none" ? null : createSecret();
  const now = auth.clock.now();
  const [client] = await tx
    .insert(oauthClients)
    .values({
      ...fields,
      authMethod,
      grantTypes,
      secretHash: secret === null ? null : hashSecret(secret),
      registration: actor ? "manual" : "dynamic",
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!client) throw new Error("a client could not be stored");
  if (actor)
    await recordAuditEvent(tx, actor, {
      action: "app.create",
      target: getAuditTarget(client),
      after: getAuditFields(client),
    });
  return { client, secret };
}

/**
 * Changes a client. Whether it has a secret can't be changed, because a new secret wouldn't be shown to anyone.
 * Throws AuthError: validation_failed, oauth_client_not_found.
 */
export async function updateClient(
  auth: AuthDeps,
  tx: Tx,
  actor: ServiceActor,
  id: string | undefined,
  fields: ClientFields,
): Promise<OAuthClientRow> {
  const currentClient = await lockClient(tx, id);
  if (
    fields.authMethod !== undefined &&
    (fields.authMethod === "none") !== (currentClient.authMethod === "none")
  )
    throw createValidationError("client_type cannot be changed");
  const [client] = await tx
    .update(oauthClients)
    .set({ ...fields, updatedAt: auth.clock.now() })
    .where(eq(oauthClients.id, currentClient.id))
    .returning();
  if (!client) throw new AuthError("oauth_client_not_found");
  const [oldFields, newFields] = [getAuditFields(currentClient), getAuditFields(client)];
  const changedNames = Object.keys(newFields).filter(
    (name) => JSON.stringify(newFields[name]) !== JSON.stringify(oldFields[name]),
  );
  const pick = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changedNames.map((name) => [name, values[name]]));
  if (changedNames.length > 0)
    await recordAuditEvent(tx, actor, {
      action: "app.edit",
      target: getAuditTarget(client),
      before: pick(oldFields),
      after: pick(newFields),
    });
  return client;
}

/** Replaces a client's secret and returns the new one. Throws AuthError: oauth_client_not_found, validation_failed. */
export async function regenerateSecret(auth: AuthDeps, tx: Tx, actor: ServiceActor, id: string | undefined) {
  const currentClient = await lockClient(tx, id);
  if (currentClient.authMethod === "none")
    throw createValidationError("Cannot regenerate secret for public client");
  const secret = createSecret();
  const [client] = await tx
    .update(oauthClients)
    .set({ secretHash: hashSecret(secret), updatedAt: auth.clock.now() })
    .where(eq(oauthClients.id, currentClient.id))
    .returning();
  if (!client) throw new AuthError("oauth_client_not_found");
  await recordAuditEvent(tx, actor, { action: "app.secret", target: getAuditTarget(client) });
  return { client, secret };
}

/**
 * Deletes a client with its grants and sessions, so that its tokens stop working. Throws AuthError: validation_failed,
 * oauth_client_not_found.
 */
export async function deleteClient(tx: Tx, actor: ServiceActor, id: string | undefined): Promise<void> {
  const client = await lockClient(tx, id);
  await tx.delete(oauthClients).where(eq(oauthClients.id, client.id));
  await recordAuditEvent(tx, actor, {
    action: "app.delete",
    target: getAuditTarget(client),
    before: getAuditFields(client),
  });
}

async function lockClient(tx: Tx, id: string | undefined): Promise<OAuthClientRow> {
  if (!isUuid(id)) throw createValidationError("invalid client_id format");
  const [client] = await tx.select().from(oauthClients).where(eq(oauthClients.id, id)).for("update");
  if (!client) throw new AuthError("oauth_client_not_found");
  return client;
}

const getAuditTarget = ({ id, name }: OAuthClientRow): NewAuditEvent["target"] => ({ kind: "app", id, name });

const getAuditFields = (client: OAuthClientRow): Readonly<Record<string, unknown>> => ({
  name: client.name,
  website: client.website,
  logo: client.logoUrl,
  "redirect URIs": client.redirectUris.join(" "),
  "grant types": client.grantTypes.join(" "),
  "client authentication": client.authMethod,
});
