import { eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { checkUsername, foldUsername, setRole, toUsernameSkeleton } from "#server/profiles/index.ts";
import { buildPersonalLink, createCode, sendCode } from "../codes/send-code.ts";
import type { AuthDeps } from "../deps.ts";
import { deletePasskey, listPasskeys } from "../passkeys/passkeys.ts";
import { checkNewPassword } from "../password/check-password.ts";
import { requireValid } from "../request-body.ts";
import { type UserRow, users } from "../tables.ts";
import { deleteFactors } from "../two-factor/factors.ts";
import { createAccount } from "../user/create-account.ts";
import { ensureProfile, rejectTakenName } from "../user/ensure-profile.ts";
import { runWithMessages } from "../user/notify-owner.ts";
import { requireAnotherAdministrator } from "../user/require-another-administrator.ts";

/** Command-line operations (scripts/admin.ts), which aren't accessible over HTTP. */
export const createOperator = (auth: AuthDeps) => ({
  ...bindOperations(auth, { hasAdministrator, create: createAdministrator, reset: resetAccount }),
  /** `identifier` is an email address or a username. Returns false if nothing changed. */
  promote: (identifier: string) => changeAdminRole(auth, identifier, "admin"),
  demote: (identifier: string) => changeAdminRole(auth, identifier, "user"),
});

async function hasAdministrator({ database, clock }: AuthDeps): Promise<boolean> {
  const { rows } = await database.db.execute(sql`
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'admin' and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= ${clock.now().toISOString()}::timestamptz)
    limit 1`);
  return rows.length > 0;
}

/** Returns whether the role changed. Throws AppError: member_not_found, last_administrator. */
async function changeAdminRole(auth: AuthDeps, identifier: string, role: "user" | "admin") {
  return auth.database.db.transaction(async (tx) => {
    const { user, username, role: before } = await lockAccount(tx, identifier);
    if (username === null)
      throw new AppError("member_not_found", {
        message: `${identifier} has never signed in. Administrators need a confirmed email address and a username.`,
      });
    if (before === role) return false;
    if (role === "user")
      await requireAnotherAdministrator(
        auth,
        tx,
        user,
        "There is no other administrator. Promote someone else first.",
      );
    await setRole(tx, user.id, role);
    await recordAuditEvent(tx, OPERATOR, {
      action: "member.role",
      target: { kind: "member", id: user.id, name: username },
      before: { role: before },
      after: { role },
    });
    return true;
  });
}

interface NewAdministrator {
  readonly email: string;
  readonly username: string;
  /** Without a password, a link to choose one is created. */
  readonly password?: string | undefined;
  readonly byEmail: boolean;
}

/**
 * Creates an administrator account with a confirmed address. Throws AuthError: validation_failed,
 * email_exists, username_invalid, username_taken, weak_password.
 */
async function createAdministrator(auth: AuthDeps, input: NewAdministrator) {
  const { email } = requireValid(parseEmail(input.email));
  const username = checkUsername(input.username);
  if (input.password !== undefined) checkNewPassword(auth, input.password, { email, username });
  const encryptedPassword = input.password === undefined ? null : await auth.passwords.hash(input.password);
  return runWithMessages(auth, async (tx) => {
    const now = auth.clock.now();
    const account = { address: { email }, encryptedPassword, metadata: { username }, confirmed: true, now };
    const newUser = await createAccount(tx, account);
    if (!newUser)
      throw new AuthError("email_exists", {
        message: `${email} already has an account. To make it an administrator, run: npm run admin -- promote ${email}`,
      });
    await rejectTakenName(tx, username, { userId: null, now });
    const user = await ensureProfile(auth, tx, newUser, now);
    await setRole(tx, user.id, "admin");
    await recordAuditEvent(tx, OPERATOR, {
      action: "member.create",
      target: { kind: "member", id: user.id, name: username },
      after: { role: "admin" },
    });
    const link = input.password === undefined ? await createPasswordLink(auth, tx, user, input) : null;
    return { username, link };
  });
}

/**
 * Restores access for a user who has lost everything: removes two-factor authentication and passkeys, and creates a
 * link to choose a new password. Choosing one ends every session. Throws AppError("member_not_found").
 */
async function resetAccount(auth: AuthDeps, identifier: string, options: { readonly byEmail: boolean }) {
  return runWithMessages(auth, async (tx) => {
    const { user, username } = await lockAccount(tx, identifier);
    if (user.email === null)
      throw new AppError("member_not_found", {
        message: `${identifier} has no email address to sign in with.`,
      });
    const factors = await deleteFactors(tx, user.id);
    const passkeys = await listPasskeys(tx, user.id);
    for (const passkey of passkeys) await deletePasskey(tx, passkey);
    if (factors > 0) await auth.mailer.queue(tx, { kind: "factors_reset", to: user.email });
    const name = username ?? user.email;
    const removedCounts = Object.entries({ factors, passkeys: passkeys.length }).filter(
      ([, count]) => count > 0,
    );
    await recordAuditEvent(tx, OPERATOR, {
      action: factors > 0 ? "member.reset-factors" : "member.link",
      target: { kind: "member", id: user.id, name },
      reason: factors > 0 ? "Created a link to choose a new password" : "To choose a new password",
      ...(removedCounts.length > 0 && {
        before: Object.fromEntries(removedCounts),
        after: Object.fromEntries(removedCounts.map(([kind]) => [kind, 0])),
      }),
    });
    return { username: name, factors, link: await createPasswordLink(auth, tx, user, options) };
  });
}

/** Creates a one-time link to choose a password. Emails it, or returns it for the operator to pass on. */
async function createPasswordLink(
  auth: AuthDeps,
  tx: Tx,
  user: UserRow,
  { byEmail }: { readonly byEmail: boolean },
): Promise<string | null> {
  const redirectTo = `${auth.config.publicUrl}/auth/landing?for=recovery`;
  if (byEmail) {
    await sendCode(auth, tx, { user, purpose: "recovery", redirectTo });
    return null;
  }
  const { token } = await createCode(auth, tx, { user, purpose: "recovery" });
  return buildPersonalLink(auth, token, "recovery", redirectTo);
}

/** The audit log's actor for the command line, which has no account. */
const OPERATOR = { id: null, username: "npm run admin" } as const;

/**
 * Finds and locks the account with this email address or username, in the lock order of
 * admin/members/change-member.ts. The username is null if the account never signed in. Throws
 * AppError("member_not_found").
 */
async function lockAccount(tx: Tx, identifier: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.lastAdministrator})`);
  const name = identifier.trim().normalize("NFKC");
  const { rows } = await tx.execute<{ id: string; username: string | null; role: "user" | "admin" }>(sql`
    select u.id, p.username, coalesce(r.role, 'user') as role
    from auth.users u left join public.profiles p on p.id = u.id left join public.user_roles r on r.user_id = u.id
    where u.deleted_at is null
      and (u.email = ${name.toLowerCase()} or p.username_folded = ${foldUsername(name)}
        or p.username_skeleton = ${toUsernameSkeleton(name)})
    order by u.email = ${name.toLowerCase()} desc, p.username = ${name} desc,
      (p.username_folded = ${foldUsername(name)}) desc limit 1`);
  const [account] = rows;
  if (!account)
    throw new AppError("member_not_found", {
      message: `No account has the email address or username ${identifier}.`,
    });
  await tx.execute(sql`select from public.user_roles where user_id = ${account.id} for update`);
  const [user] = await tx.select().from(users).where(eq(users.id, account.id)).for("update");
  if (!user || user.deletedAt) throw new AppError("member_not_found");
  return { user, username: account.username, role: account.role };
}
