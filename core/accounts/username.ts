// Usernames consist of letters from one writing system, digits, "_", "-", "." and single spaces. server/profiles checks
// whether a name resembles others.

export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 30;
/** How long a name stays reserved for the member who gave it up. */
export const RELEASED_USERNAME_DAYS = 90;

/** A name can't contain any of these words: "official_ann" is rejected. */
export const RESERVED_AS_PART = [
  "admin",
  "administration",
  "administrator",
  "administrators",
  "admins",
  "helpdesk",
  "moderator",
  "moderators",
  "official",
  "postmaster",
  "staff",
  "superuser",
  "sysadmin",
  "verified",
  "webmaster",
] as const;

/**
 * These words impersonate the site even with a number ("admin2") or next to other reserved words ("support_team").
 * Except for those above, they can be part of a name: "square_root".
 */
export const IMPERSONATING_WORDS = [
  ...RESERVED_AS_PART,
  "lattice",
  "mod",
  "moderation",
  "mods",
  "no-reply",
  "operator",
  "root",
  "security",
  "siteadmin",
  "siteowner",
  "superadmin",
  "superadministrator",
  "support",
  "system",
] as const;

export const RESERVED_USERNAMES = [
  ...IMPERSONATING_WORDS,
  "about",
  "abuse",
  "account",
  "accounts",
  "all",
  "anon",
  "anonymous",
  "api",
  "auth",
  "authenticated",
  "authenticator",
  "billing",
  "bot",
  "channel",
  "community",
  "contact",
  "create",
  "daemon",
  "dashboard-user",
  "deleted",
  "deleted-member",
  "do-not-reply",
  "everyone",
  "forum",
  "guest",
  "help",
  "here",
  "hostmaster",
  "info",
  "lattice-admin",
  "lattice-support",
  "lattice-team",
  "legal",
  "login",
  "logout",
  "mail",
  "mailer-daemon",
  "me",
  "news",
  "newsletter",
  "nobody",
  "notifications",
  "null",
  "owner",
  "postgres",
  "privacy",
  "profile",
  "public",
  "register",
  "search",
  "service",
  "service-role",
  "settings",
  "signin",
  "signup",
  "site",
  "storage",
  "supabase",
  "supabase-admin",
  "team",
  "terms",
  "undefined",
  "user",
  "username",
  "wallet",
] as const;

/** Harmless words that impersonate the site next to an impersonating one: "the real support". */
export const COMPANION_WORDS = [
  "center",
  "centre",
  "chat",
  "customer",
  "desk",
  "live",
  "our",
  "real",
  "tech",
  "the",
] as const;

/**
 * A name must use only one writing system, so "pаypal" with one Cyrillic letter is rejected. Japanese and
 * Korean use several scripts. Latin, Greek and Cyrillic are limited to letters of living languages, because the
 * rest of those blocks are phonetic symbols and ornaments that look like plain letters.
 */
const WRITING_SYSTEMS: readonly RegExp[] = [
  /^(?:[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u018f\u0192\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u01de-\u01ef\u01f4\u01f5\u01f8-\u021b\u021e\u021f\u0226-\u0233\u0259\u1e00-\u1e99\u1e9e-\u1eff]|[\u0300-\u036f])+$/u,
  /^(?:[\u0386\u0388-\u03ce\u1f00-\u1fff]|[\u0300-\u036f])+$/u,
  /^(?:[\u0400-\u045f\u048a-\u052f]|[\u0300-\u036f])+$/u,
  ...[
    "Armenian",
    "Hebrew",
    "Arabic",
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
    "Tamil",
    "Telugu",
    "Kannada",
    "Malayalam",
    "Sinhala",
    "Thai",
    "Lao",
    "Khmer",
    "Myanmar",
    "Tibetan",
    "Georgian",
    "Ethiopic",
  ].map((script) => new RegExp(`^[\\p{Script_Extensions=${script}}\\p{Script=Inherited}]+$`, "u")),
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005\u3099\u309a]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]+$/u,
];

const LENGTH_PROBLEM = `Usernames must have ${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH} characters.`;
/** In UTF-16 units. Longer input isn't normalized, which takes quadratic time for combining marks. */
const INPUT_MAX = 10 * USERNAME_MAX_LENGTH;

/** Returns the normalized username, or the problem with it. */
export function parseUsername(input: string): { username: string } | { problem: string } {
  if (input.length > INPUT_MAX) return { problem: LENGTH_PROBLEM };
  if (!input.isWellFormed())
    return { problem: "Usernames can contain letters, digits, spaces, underscores, hyphens and periods." };
  // Rejected rather than trimmed, so that the stored name is what the user typed, apart from normalization.
  if (input !== input.trim()) return { problem: "A username can't start or end with a space." };
  // Checked before normalization, which would hide some of these characters.
  if (/[\p{Default_Ignorable_Code_Point}\p{Control}\p{Bidi_Control}]/u.test(input))
    return { problem: "A username can't contain invisible characters." };

  const username = input.normalize("NFKC");
  const length = [...username].length;
  if (length < USERNAME_MIN_LENGTH || length > USERNAME_MAX_LENGTH) return { problem: LENGTH_PROBLEM };
  if (!/^[\p{L}\p{M}0-9_. -]+$/u.test(username))
    return { problem: "Usernames can contain letters, digits, spaces, underscores, hyphens and periods." };
  if (!/[\p{L}0-9]/u.test(username)) return { problem: "A username needs at least one letter or digit." };
  if (/^\p{M}/u.test(username)) return { problem: "A username can't start with an accent." };
  if (/^\.|\.$|\.\.| {2}/.test(username))
    return {
      problem: "A username can't start or end with a period, or have two periods or spaces in a row.",
    };
  if (/\p{M}{3}/u.test(username)) return { problem: "A username can't have several accents on one letter." };
  const letters = username.replace(/[0-9_. -]/g, "");
  if (letters !== "" && !WRITING_SYSTEMS.some((system) => system.test(letters)))
    return { problem: "Use letters from only one alphabet in a username." };
  return { username };
}

/** Whether the input, typed to confirm an action, is this username. */
export function confirmsUsername(input: string, username: string): boolean {
  const text = input.trim();
  return text.length <= INPUT_MAX && text.normalize("NFKC") === username;
}
