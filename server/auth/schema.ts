import { customType, pgSchema, timestamp } from "drizzle-orm/pg-core";

/** What the table descriptions of this module share. */
export const auth = pgSchema("auth");
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
