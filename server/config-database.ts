import { z } from "zod";
import { list } from "./config-values.ts";

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// connection string" });

export const databaseVariables = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URLS: list
    .refine((urls) => urls.every((url) => postgresUrl.safeParse(url).success), {
      error: "must be postgres:// connection strings, separated by commas",
    })
    .default([]),
};
