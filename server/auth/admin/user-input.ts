import { parseEmail } from "#core/accounts/email.ts";
import { parsePhone } from "#core/accounts/phone.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import { type Body, createValidationError, readTextField, requireValid } from "../request-body.ts";
import type { Metadata } from "../tables.ts";
import { mergeMetadata } from "../user/metadata.ts";
import { parseDuration } from "./parse-duration.ts";

const PASSWORD_BYTES_MAX = 72;
const ROLE = /^[A-Za-z0-9_-]{1,50}$/;
/** The accepted format of a hash. It limits the cost, because each later sign-in computes the hash again. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d),p=([1-8])\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const MEMORY_KIB_MAX = 65_536;

/**
 * Reads an admin request's fields. Fields that aren't given are undefined, except that confirmations are false and
 * metadata is empty. `passwordHash` is an argon2id PHC string.
 */
export function readUserInput(auth: AuthDeps, body: Body) {
  const password = readTextField(body, "password") || undefined;
  const passwordHash = readTextField(body, "password_hash") || undefined;
  if (password !== undefined && passwordHash !== undefined)
    throw createValidationError("Only a password or a password hash should be provided");
  if (password !== undefined && Buffer.byteLength(password) > PASSWORD_BYTES_MAX)
    throw createValidationError("Password cannot be longer than 72 characters");
  if (passwordHash !== undefined) checkHash(passwordHash);
  const id = readTextField(body, "id") || undefined;
  if (id !== undefined && !isUuid(id)) throw createValidationError("ID must conform to the uuid v4 format");
  const role = readTextField(body, "role") || undefined;
  if (role !== undefined && !ROLE.test(role))
    throw createValidationError("role may contain only letters, digits, _ and -, and at most 50 characters");
  const email = readTextField(body, "email");
  const phone = readTextField(body, "phone");
  return {
    id,
    email: email ? requireValid(parseEmail(email)).email : undefined,
    phone: phone ? requireValid(parsePhone(phone)).phone : undefined,
    password,
    passwordHash,
    emailConfirm: body.email_confirm === true,
    phoneConfirm: body.phone_confirm === true,
    userMetadata: readObject(body, "user_metadata"),
    appMetadata: readObject(body, "app_metadata"),
    role,
    bannedUntil: parseBanEnd(readTextField(body, "ban_duration"), auth.clock.now()),
  };
}

function readObject(body: Body, name: string): Metadata {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value))
    throw createValidationError(`${name} must be an object`);
  // This only checks the size. The value is returned with its nulls, because they delete keys later.
  mergeMetadata({}, value as Metadata);
  return value as Metadata;
}

function parseBanEnd(input: string | undefined, now: Date): Date | null | undefined {
  if (!input) return undefined;
  if (input === "none") return null;
  const milliseconds = parseDuration(input);
  const until = milliseconds === undefined ? undefined : new Date(now.getTime() + milliseconds);
  if (until === undefined || Number.isNaN(until.getTime()) || until.getUTCFullYear() > 9999)
    throw createValidationError(`invalid format for ban duration: ${input.slice(0, 40)}`);
  return until;
}

function checkHash(hash: string): void {
  const match = ARGON2ID.exec(hash);
  if (
    !match ||
    Number(match[1]) > MEMORY_KIB_MAX ||
    Number(match[1]) < 8 * Number(match[3]) ||
    match[2] === "0"
  )
    throw createValidationError("password_hash must be an argon2id PHC string with a reasonable cost");
}
