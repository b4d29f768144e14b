import { boolean, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { auth, time } from "../schema.ts";
import type { Metadata } from "../tables.ts";

export const ssoProviders = auth.table("sso_providers", {
  id: uuid("id").primaryKey().defaultRandom(),
  resourceId: text("resource_id"),
  entityId: text("entity_id").notNull(),
  metadataXml: text("metadata_xml").notNull(),
  nameIdFormat: text("name_id_format"),
  attributeMapping: jsonb("attribute_mapping").$type<Metadata>().notNull().default({}),
  disabled: boolean("disabled").notNull().default(false),
  metadataUrl: text("metadata_url"),
  metadataReadAt: time("metadata_read_at"),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

export const ssoDomains = auth.table("sso_domains", {
  domain: text("domain").primaryKey(),
  providerId: uuid("provider_id").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const samlRequests = auth.table("saml_requests", {
  id: uuid("id").primaryKey().defaultRandom(),
  providerId: uuid("provider_id").notNull(),
  requestId: text("request_id").notNull(),
  redirectTo: text("redirect_to").notNull(),
  flowId: uuid("flow_id"),
  invitationId: uuid("invitation_id"),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const samlAssertions = auth.table("saml_assertions", {
  providerId: uuid("provider_id").notNull(),
  assertionId: text("assertion_id").notNull(),
  expiresAt: time("expires_at").notNull(),
});

export type SsoProviderRow = typeof ssoProviders.$inferSelect;
