import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import { parsePhone } from "#core/accounts/phone.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import { type Body, textField } from "../request-body.ts";
import type { Metadata } from "../tables.ts";
import { mergeMetadata } from "../user/metadata.ts";
import { parseDuration } from "./parse-duration.ts";

/** User fields from an admin request; undefined fields were not given. */
export interface UserInput {
  readonly id: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly password: string | undefined;
  /** An argon2id PHC string. */
  readonly passwordHash: string | undefined;
  readonly emailConfirm: boolean;
  readonly phoneConfirm: boolean;
  readonly userMetadata: Metadata;
  readonly appMetadata: Metadata;
  readonly role: string | undefined;
  readonly bannedUntil: Date | null | undefined;
}

const PASSWORD_BYTES = 72;
const ROLE = /^[A-Za-z0-9_-]{1,50}$/;
/** Limits the cost of each later sign-in. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d),p=([1-8])\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const MAX_MEMORY_KIB = 65_536;

/** Reads and checks the body's fields. Throws AuthError: validation_failed, bad_json. */
export function readUserInput(auth: AuthDeps, body: Body): UserInput {
  const password = textField(body, "password") || undefined;
  const passwordHash = textField(body, "password_hash") || undefined;
  if (password !== undefined && passwordHash !== undefined)
    throw invalid("Only a password or a password hash should be provided");
  if (password !== undefined && Buffer.byteLength(password) > PASSWORD_BYTES)
    throw invalid("Password cannot be longer than 72 characters");
  if (passwordHash !== undefined) checkHash(passwordHash);
  const id = textField(body, "id") || undefined;
  if (id !== undefined && !isUuid(id)) throw invalid("ID must conform to the uuid v4 format");
  const role = textField(body, "role") || undefined;
  if (role !== undefined && !ROLE.test(role))
    throw invalid("role may only contain letters, digits, _ and -, at most 50");
  return {
    id,
    email: readEmail(textField(body, "email")),
    phone: readPhone(textField(body, "phone")),
    password,
    passwordHash,
    emailConfirm: body.email_confirm === true,
    phoneConfirm: body.phone_confirm === true,
    userMetadata: readObject(body, "user_metadata"),
    appMetadata: readObject(body, "app_metadata"),
    role,
    bannedUntil: readBan(textField(body, "ban_duration"), auth.clock.now()),
  };
}

function readEmail(given: string | undefined): string | undefined {
  if (!given) return undefined;
  const parsed = parseEmail(given);
  if ("problem" in parsed) throw invalid(parsed.problem);
  return parsed.email;
}

function readPhone(given: string | undefined): string | undefined {
  if (!given) return undefined;
  const parsed = parsePhone(given);
  if ("problem" in parsed) throw invalid(parsed.problem);
  return parsed.phone;
}

function readObject(body: Body, name: string): Metadata {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw invalid(`${name} must be an object`);
  // Checks the size here already. Nulls stay, because they delete keys later.
  mergeMetadata({}, value as Metadata);
  return value as Metadata;
}

function readBan(given: string | undefined, now: Date): Date | null | undefined {
  if (!given) return undefined;
  if (given === "none") return null;
  const milliseconds = parseDuration(given);
  const until = milliseconds === undefined ? undefined : new Date(now.getTime() + milliseconds);
  if (until === undefined || Number.isNaN(until.getTime()) || until.getUTCFullYear() > 9999)
    throw invalid(`invalid format for ban duration: ${given.slice(0, 40)}`);
  return until;
}

function checkHash(hash: string): void {
  const cost = ARGON2ID.exec(hash);
  if (!cost || Number(cost[1]) > MAX_MEMORY_KIB || Number(cost[1]) < 8 * Number(cost[3]) || cost[2] === "0")
    throw invalid("password_hash must be an argon2id PHC string with a reasonable cost");
}

const invalid = (message: string) => new AuthError("validation_failed", { message });
