import { AppError } from "#core/errors.ts";
import { findViolatedConstraint } from "#server/database/index.ts";

/** Matches the foreign keys from a member's posts, votes, follows and so on to the member. */
const MEMBER_FOREIGN_KEY = /_(?:author|user|member)_id_fkey$/;

/** Wraps a write so that it throws not_signed_in if the account was deleted after the member was authenticated. */
export function rejectDeletedMember<Parameters extends unknown[], Result>(
  write: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  return async (...parameters) => {
    try {
      return await write(...parameters);
    } catch (error) {
      throw MEMBER_FOREIGN_KEY.test(findViolatedConstraint(error) ?? "")
        ? new AppError("not_signed_in")
        : error;
    }
  };
}
