import { checkPassword, type PasswordOwner } from "./password.ts";
import { describeWeakness, type PasswordRules } from "./password-rules.ts";

export interface PasswordStrength {
  /** From 0 (refused) to 4 (strong). */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly label: string;
  /** Why the password is refused, one sentence each. */
  readonly reasons: readonly string[];
}

/** The lowest estimate, in bits, for each level. */
const LEVELS = [
  [70, 4, "Strong"],
  [52, 3, "Good"],
  [36, 2, "Fair"],
  [0, 1, "Weak"],
] as const;

/** Rates a password. Level 0 means that the server would refuse it for the returned reasons. */
export function ratePassword(
  password: string,
  rules: PasswordRules,
  owner: PasswordOwner = {},
): PasswordStrength {
  const problem = checkPassword(password, rules, owner);
  if (problem?.kind === "too_long") return { level: 0, label: "Too long", reasons: [problem.message] };
  if (problem)
    return {
      level: 0,
      label: "Too weak",
      reasons: problem.reasons.map((reason) => describeWeakness(reason, rules)),
    };
  const bits = estimateBits(password);
  const [, level, label] = LEVELS.find(([min]) => bits >= min) ?? LEVELS[3];
  return { level, label, reasons: [] };
}

const CHARACTER_KINDS = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
] as const;

/**
 * Estimates the strength in bits. A character that repeats or continues its predecessor (aaa, abc, 321) counts as
 * only a quarter of one.
 */
function estimateBits(password: string): number {
  const pool = CHARACTER_KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const length = codes.reduce((sum, code, index) => {
    const step = index === 0 ? Number.NaN : code - (codes[index - 1] ?? 0);
    return sum + (Math.abs(step) <= 1 ? 0.25 : 1);
  }, 0);
  return length * Math.log2(Math.max(pool, 1));
}
