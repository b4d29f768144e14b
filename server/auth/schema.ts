import { customType, pgSchema, timestamp } from "drizzle-orm/pg-core";

/** The schema of this module's tables. */
export const auth = pgSchema("auth");
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
