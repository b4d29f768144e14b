import { describeWeakness, type PasswordRules, type WeakPasswordReason } from "./password-rules.ts";
import { isTrivialPassword, isVariantOfNames } from "./trivial-password.ts";

/** In bytes of UTF-8, as in the protocol. */
const PASSWORD_MAX_BYTES = 72;
/** Longer names aren't compared with the password, because normalizing them takes quadratic time. */
const NAME_LENGTH_MAX = 300;

export interface PasswordOwner {
  readonly email?: string | null | undefined;
  readonly username?: unknown;
}

export type PasswordProblem =
  | { kind: "too_long"; message: string }
  | { kind: "weak"; message: string; reasons: readonly WeakPasswordReason[] };

/** Returns the problem with a new password, or null. */
export function checkPassword(
  password: string,
  rules: PasswordRules,
  owner: PasswordOwner = {},
): PasswordProblem | null {
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES)
    return { kind: "too_long", message: "Password cannot be longer than 72 characters" };
  const reasons: WeakPasswordReason[] = [];
  if (password.length < rules.minLength) reasons.push("length");
  if (rules.characterSets.some((set) => ![...set].some((character) => password.includes(character))))
    reasons.push("characters");
  if (isTrivialPassword(password)) reasons.push("pwned");
  if (matchesOwner(password, owner)) reasons.push("personal");
  if (reasons.length === 0) return null;
  return {
    kind: "weak",
    message: reasons.map((reason) => describeWeakness(reason, rules)).join(" "),
    reasons,
  };
}

/** Whether the password is the owner's name, email address or its part before the @, or a variant of one of these. */
function matchesOwner(password: string, { email, username }: PasswordOwner): boolean {
  const names = [email, email?.split("@")[0], username]
    .filter((name) => typeof name === "string")
    .filter((name) => name.length <= NAME_LENGTH_MAX);
  const strippedPassword = stripSymbols(password);
  const stem = strippedPassword.replace(/^\d{1,4}|\d{1,4}$/g, "");
  return (
    isVariantOfNames(password, names) ||
    names.map(stripSymbols).some((name) => name.length >= 3 && (strippedPassword === name || stem === name))
  );
}

const stripSymbols = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
