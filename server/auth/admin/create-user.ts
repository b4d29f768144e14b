import { AuthError } from "#core/accounts/auth-errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { checkUsername, createProfile } from "#server/profiles/index.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError, readBody } from "../request-body.ts";
import { users } from "../tables.ts";
import { rejectTakenAddress } from "../user/create-account.ts";
import { mergeMetadata } from "../user/metadata.ts";
import { presentUser } from "../user/present-user.ts";
import { syncIdentities } from "../user/store-identity.ts";
import { getAuditTarget } from "./service-audit.ts";
import { readUserInput } from "./user-input.ts";

/** Creates an account with its profile. Sends no email; the address is unconfirmed unless requested otherwise. */
export const handleCreateUser: AuthHandler = async (c, auth) => {
  const input = readUserInput(auth, await readBody(c));
  if (input.email === undefined && input.phone === undefined)
    throw createValidationError("Cannot create a user without either an email or phone");
  const userMetadata = mergeMetadata({}, input.userMetadata);
  const username = userMetadata.username === undefined ? undefined : checkUsername(userMetadata.username);
  const encryptedPassword =
    input.password === undefined ? (input.passwordHash ?? null) : await auth.passwords.hash(input.password);
  const providers = [
    ...(input.email === undefined ? [] : ["email"]),
    ...(input.phone === undefined ? [] : ["phone"]),
  ];

  const createdUser = await auth.database.db.transaction(async (tx) => {
    const now = auth.clock.now();
    const [user] = await tx
      .insert(users)
      .values({
        id: input.id,
        email: input.email ?? null,
        phone: input.phone ?? null,
        encryptedPassword,
        emailConfirmedAt: input.email !== undefined && input.emailConfirm ? now : null,
        phoneConfirmedAt: input.phone !== undefined && input.phoneConfirm ? now : null,
        bannedUntil: input.bannedUntil ?? null,
        role: input.role,
        appMetadata: mergeMetadata({ provider: providers[0], providers }, input.appMetadata),
        userMetadata,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!user) {
      if (input.email !== undefined) await rejectTakenAddress(tx, { email: input.email });
      if (input.phone !== undefined) await rejectTakenAddress(tx, { phone: input.phone });
      throw new AuthError("user_already_exists", { message: "A user with this ID already exists" });
    }
    await syncIdentities(tx, user, now);
    await createProfile(tx, { userId: user.id, username, email: user.email, now });
    await recordAuditEvent(tx, c.get("actor"), {
      action: "member.create",
      target: await getAuditTarget(tx, user),
      after: {
        email: user.email,
        ...(user.phone === null ? {} : { phone: user.phone }),
        "email confirmed": user.emailConfirmedAt !== null,
      },
    });
    return presentUser(tx, user);
  });
  return c.json(createdUser);
};
