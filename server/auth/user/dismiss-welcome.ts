import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../deps.ts";
import { users } from "../tables.ts";
import { WELCOME_DISMISSED } from "./metadata.ts";

/** Hides the welcome card permanently, on all devices. Throws AppError("not_signed_in"). */
export async function dismissWelcome(auth: AuthDeps, viewer: Viewer): Promise<void> {
  if (!viewer) throw new AppError("not_signed_in");
  await auth.database.db
    .update(users)
    .set({ userMetadata: sql`${users.userMetadata} || jsonb_build_object(${WELCOME_DISMISSED}::text, true)` })
    .where(sql`${users.id} = ${viewer.id}::uuid and not ${users.userMetadata} ? ${WELCOME_DISMISSED}`);
}
