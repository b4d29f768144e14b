import { AppError } from "#core/errors.ts";

/** Foreign keys from a member's content to the member. */
const MEMBER_FOREIGN_KEY = /_(?:author|user|member)_id_fkey$/;

/**
 * Runs a member's write. If the account is deleted between authentication and the write, the database rejects the row
 * and this throws not_signed_in.
 */
export async function rejectDeletedMember<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    // drizzle wraps the database's error.
    for (
      let current = error, depth = 0;
      current instanceof Error && depth < 5;
      current = current.cause, depth += 1
    ) {
      const { code, constraint } = current as { code?: string; constraint?: string };
      if (code === "23503" && MEMBER_FOREIGN_KEY.test(constraint ?? "")) throw new AppError("not_signed_in");
    }
    throw error;
  }
}
