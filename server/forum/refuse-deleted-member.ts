import { AppError } from "#core/errors.ts";

/** Foreign keys from a member's content to the member. */
const MEMBER_FOREIGN_KEY = /_(?:author|user|member)_id_fkey$/;

/**
 * Runs a member's write. If the account is deleted between authentication and the write, the database refuses the row
 * and this throws not_signed_in.
 */
export async function refuseDeletedMember<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    // drizzle wraps the database's error.
    for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
      const { code, constraint } = at as { code?: string; constraint?: string };
      if (code === "23503" && MEMBER_FOREIGN_KEY.test(constraint ?? "")) throw new AppError("not_signed_in");
    }
    throw error;
  }
}
