import { asc, eq, inArray, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { type NewAuditEvent, recordAuditEvent } from "#server/audit/index.ts";
import { type Db, hasSqlState, type Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { ServiceActor } from "../admin/service-audit.ts";
import type { AuthDeps } from "../deps.ts";
import { createValidationError } from "../request-body.ts";
import type { Metadata } from "../tables.ts";
import { fetchMetadata } from "./fetch-metadata.ts";
import { type SsoProviderRow, ssoDomains, ssoProviders } from "./tables.ts";

/** Provider fields from an admin request. Fields that weren't given are undefined. */
export interface ProviderInput {
  readonly metadataXml: string | undefined;
  readonly metadataUrl: string | undefined;
  readonly domains: readonly string[] | undefined;
  readonly attributeMapping: Metadata | undefined;
  readonly nameIdFormat: string | undefined;
  readonly resourceId: string | undefined;
  readonly disabled: boolean | undefined;
}

async function presentProviders(db: Db | Tx, rows: readonly SsoProviderRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const domainRows = await db
    .select()
    .from(ssoDomains)
    .where(inArray(ssoDomains.providerId, ids))
    .orderBy(asc(ssoDomains.domain));
  const domainsByProvider = Map.groupBy(domainRows, ({ providerId }) => providerId);
  return rows.map((row) => ({
    id: row.id,
    ...(row.resourceId === null ? {} : { resource_id: row.resourceId }),
    disabled: row.disabled,
    saml: {
      entity_id: row.entityId,
      ...(row.metadataUrl === null ? {} : { metadata_url: row.metadataUrl }),
      metadata_xml: row.metadataXml,
      attribute_mapping: row.attributeMapping,
      ...(row.nameIdFormat === null ? {} : { name_id_format: row.nameIdFormat }),
    },
    domains: (domainsByProvider.get(row.id) ?? []).map(({ domain, createdAt }) => ({
      domain,
      created_at: createdAt.toISOString(),
    })),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}

async function presentProvider(db: Db | Tx, row: SsoProviderRow) {
  const [presentedProvider] = await presentProviders(db, [row]);
  if (!presentedProvider) throw new Error("a provider could not be presented");
  return presentedProvider;
}

export async function listProviders(auth: AuthDeps) {
  const { db } = auth.database;
  const rows = await db
    .select()
    .from(ssoProviders)
    .orderBy(asc(ssoProviders.createdAt), asc(ssoProviders.id));
  return presentProviders(db, rows);
}

export async function getProvider(auth: AuthDeps, id: string | undefined) {
  return presentProvider(auth.database.db, await findProvider(auth.database.db, id));
}

/**
 * Adds an identity provider. Throws AuthError: validation_failed, saml_idp_already_exists, sso_domain_already_exists.
 */
export async function createProvider(auth: AuthDeps, actor: ServiceActor, input: ProviderInput) {
  const metadata = await loadMetadata(auth, input);
  if (metadata === undefined) throw createValidationError("Either metadata_xml or metadata_url must be set");
  return auth.database.db.transaction(async (tx) => {
    const now = auth.clock.now();
    const { domains = [], metadataXml: _xml, metadataUrl: _url, ...columns } = input;
    const [row] = await tx
      .insert(ssoProviders)
      .values({ ...columns, ...metadata, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new AuthError("saml_idp_already_exists");
    await replaceDomains(tx, row.id, domains, now);
    const presentedProvider = await presentProvider(tx, row);
    await recordChange(tx, actor, row, { after: describeProvider(presentedProvider) });
    return presentedProvider;
  });
}

/**
 * Changes an identity provider. Disabling it signs its users out. Throws AuthError: validation_failed,
 * saml_idp_already_exists (the resource ID is taken), sso_domain_already_exists, saml_entity_id_mismatch,
 * sso_provider_not_found.
 */
export async function updateProvider(
  auth: AuthDeps,
  actor: ServiceActor,
  id: string | undefined,
  input: ProviderInput,
) {
  // Rejects an unknown ID before metadata is fetched.
  await findProvider(auth.database.db, id);
  const metadata = await loadMetadata(auth, input);
  return auth.database.db.transaction(async (tx) => {
    const row = await findProvider(tx, id);
    if (metadata !== undefined && metadata.entityId !== row.entityId)
      throw new AuthError("saml_entity_id_mismatch");
    const before = describeProvider(await presentProvider(tx, row));
    const now = auth.clock.now();
    const { domains, metadataXml: _xml, metadataUrl: _url, ...columns } = input;
    const [updatedRow] = await tx
      .update(ssoProviders)
      .set({ ...columns, ...metadata, updatedAt: now })
      .where(eq(ssoProviders.id, row.id))
      .returning()
      .catch((error: unknown) => {
        throw hasSqlState(error, "unique_violation")
          ? new AuthError("saml_idp_already_exists", {
              message: "An SSO provider with this resource_id already exists",
              cause: error,
            })
          : error;
      });
    if (!updatedRow) throw new AuthError("sso_provider_not_found");
    if (domains !== undefined) await replaceDomains(tx, row.id, domains, now);
    if (updatedRow.disabled && !row.disabled) await endProviderAccess(tx, row.id);
    const presentedProvider = await presentProvider(tx, updatedRow);
    await recordChange(tx, actor, row, { before, after: describeProvider(presentedProvider) });
    return presentedProvider;
  });
}

async function loadMetadata(auth: AuthDeps, { metadataXml, metadataUrl }: ProviderInput) {
  if (metadataUrl !== undefined) {
    const fetchedMetadata = await fetchMetadata(auth, metadataUrl);
    return { ...fetchedMetadata, metadataUrl, metadataReadAt: auth.clock.now() };
  }
  if (metadataXml === undefined) return undefined;
  const { parseMetadata } = await import("./parse-metadata.ts");
  const { entityId } = parseMetadata(metadataXml);
  return { entityId, metadataXml, metadataUrl: null, metadataReadAt: null };
}

/** Deletes a provider. Its users' accounts remain, but the users are signed out and can't sign in again. */
export async function deleteProvider(auth: AuthDeps, actor: ServiceActor, id: string | undefined) {
  return auth.database.db.transaction(async (tx) => {
    const row = await findProvider(tx, id);
    const presentedProvider = await presentProvider(tx, row);
    await tx.delete(ssoProviders).where(eq(ssoProviders.id, row.id));
    await endProviderAccess(tx, row.id);
    const before = describeProvider(presentedProvider);
    await recordChange(tx, actor, row, { before, after: { provider: "deleted" } });
    return presentedProvider;
  });
}

async function endProviderAccess(tx: Tx, providerId: string): Promise<void> {
  const belongsToProvider = sql`
    user_id in (select user_id from auth.identities where provider = ${getProviderName(providerId)})`;
  await tx.execute(sql`delete from auth.flow_states where ${belongsToProvider}`);
  await tx.execute(sql`delete from auth.sessions where ${belongsToProvider}`);
}

const recordChange = (
  tx: Tx,
  actor: ServiceActor,
  { id, entityId }: SsoProviderRow,
  changes: Pick<NewAuditEvent, "before" | "after">,
) =>
  recordAuditEvent(tx, actor, {
    action: "setting.change",
    target: { kind: "setting", id: `sso ${id}`, name: `single sign-on with ${entityId}` },
    ...changes,
  });

const describeProvider = ({ disabled, domains }: Awaited<ReturnType<typeof presentProvider>>) => ({
  domains: domains.map(({ domain }) => domain).join(", "),
  disabled,
});

export const getProviderName = (id: string) => `sso:${id}`;

/** Finds an identity provider by its ID. Throws AuthError("sso_provider_not_found"). */
export async function findProvider(db: Db | Tx, id: string | undefined): Promise<SsoProviderRow> {
  const [row] = isUuid(id) ? await db.select().from(ssoProviders).where(eq(ssoProviders.id, id)) : [];
  if (!row) throw new AuthError("sso_provider_not_found", { message: "No SSO provider has this ID" });
  return row;
}

export async function listDomains(db: Db | Tx, providerId: string): Promise<readonly string[]> {
  const rows = await db
    .select({ domain: ssoDomains.domain })
    .from(ssoDomains)
    .where(eq(ssoDomains.providerId, providerId));
  return rows.map(({ domain }) => domain);
}

async function replaceDomains(tx: Tx, providerId: string, domains: readonly string[], now: Date) {
  await tx.delete(ssoDomains).where(eq(ssoDomains.providerId, providerId));
  if (domains.length === 0) return;
  const insertedRows = await tx
    .insert(ssoDomains)
    .values([...new Set(domains)].sort().map((domain) => ({ domain, providerId, createdAt: now })))
    .onConflictDoNothing()
    .returning();
  if (insertedRows.length < new Set(domains).size) throw new AuthError("sso_domain_already_exists");
}
