import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";

export function requireAdmin(viewer: Viewer): asserts viewer is Member {
  if (!viewer) throw new AppError("not_signed_in");
  if (viewer.role !== "admin") throw new AppError("access_denied");
}
