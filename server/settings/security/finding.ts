import type { SecurityCheck } from "#core/settings/security.ts";

/** The result of a check, without its ID and title. */
export type Finding = Omit<SecurityCheck, "id" | "title">;

export const ok = (finding: string): Finding => ({ state: "ok", finding, advice: "" });
export const createWarning = (finding: string, advice: string): Finding => ({
  state: "attention",
  finding,
  advice,
});
