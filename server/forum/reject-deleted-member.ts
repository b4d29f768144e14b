import { AppError } from "#core/errors.ts";

/** Foreign keys from a member's content to the member. */
const MEMBER_FOREIGN_KEY = /_(?:author|user|member)_id_fkey$/;

/**
 * A member's write as it is, except that it throws not_signed_in if the account was deleted after the member was
 * authenticated, so that the database rejects the row.
 */
export function rejectDeletedMember<Parameters extends unknown[], Result>(
  write: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  return async (...parameters) => {
    try {
      return await write(...parameters);
    } catch (error) {
      throw violatesMemberKey(error) ? new AppError("not_signed_in") : error;
    }
  };
}

function violatesMemberKey(error: unknown): boolean {
  // drizzle wraps the database's error.
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    const { code, constraint } = current as { code?: string; constraint?: string };
    if (code === "23503" && MEMBER_FOREIGN_KEY.test(constraint ?? "")) return true;
  }
  return false;
}
