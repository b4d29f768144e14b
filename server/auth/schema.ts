import { customType, pgSchema, timestamp } from "drizzle-orm/pg-core";

export const auth = pgSchema("auth");
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
