import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";

export function parseVersion(version: unknown): number {
  if (typeof version !== "string" || !/^\d{1,9}$/.test(version)) throw new AppError("invalid_input");
  return Number(version);
}

export const createConflictError = (changedBy = "Another administrator") =>
  new AppError("settings_changed", {
    message: `${changedBy} has just changed this provider. Review the current settings, then try again.`,
  });

/** Causes all processes to reload the providers, and to drop cached pages, which show them. */
export const announceChange = async ({ announcements }: AuthDeps, tx: Tx): Promise<void> =>
  announcements?.publish(tx, "settings", {});
