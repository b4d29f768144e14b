import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { checkUsername, createProfile } from "#server/profiles/index.ts";
import { checkNewPassword } from "./check-password.ts";
import type { AuthContext, From } from "./context.ts";
import type { AuthHandler } from "./handler.ts";
import { countRequest } from "./limits.ts";
import { mergeMetadata, readMetadata } from "./metadata.ts";
import { readBody, textField } from "./request-body.ts";
import { requestFrom } from "./request-from.ts";
import { startSession } from "./start-session.ts";
import { identities, type Metadata, users } from "./tables.ts";

export interface SignUpInput {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  /** Becomes the user's metadata; `username` names the profile, which otherwise is named after the address. */
  readonly data?: unknown;
}

/**
 * Makes an account with its profile and role, and signs in. A known address is refused and never signed in to.
 * Throws AuthError: signup_disabled, anonymous_provider_disabled, validation_failed, weak_password,
 * phone_provider_disabled, username_invalid, username_taken, user_already_exists, over_request_rate_limit.
 */
export async function signUp(auth: AuthContext, input: SignUpInput, from: From): Promise<AuthSession> {
  await countRequest(auth, "signup", from.ip);
  if (auth.config.auth.disableSignup) throw new AuthError("signup_disabled");
  if (!input.email && !input.phone) throw new AuthError("anonymous_provider_disabled");
  if (!input.password)
    throw new AuthError("validation_failed", { message: "Signup requires a valid password" });
  checkNewPassword(input.password);
  const email = readAddress(input);
  const given = readMetadata(input.data);
  const named = given.username === undefined || given.username === null ? undefined : given.username;
  const username = named === undefined ? undefined : checkUsername(named);

  // Looked at before the costly hash; the unique key decides when two come at once.
  const [known] = await auth.database.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (known) throw new AuthError("user_already_exists");
  const encryptedPassword = await auth.passwords.hash(input.password);
  return auth.database.db.transaction(async (tx) => {
    const now = auth.clock.now();
    const [user] = await tx
      .insert(users)
      .values({
        email,
        encryptedPassword,
        emailConfirmedAt: now,
        appMetadata: { provider: "email", providers: ["email"] },
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!user) throw new AuthError("user_already_exists");

    const name = await createProfile(tx, { userId: user.id, username, email, now });
    const userMetadata: Metadata = {
      ...mergeMetadata({}, given),
      username: name,
      sub: user.id,
      email,
      email_verified: true,
      phone_verified: false,
    };
    await tx.update(users).set({ userMetadata }).where(eq(users.id, user.id));
    await tx.insert(identities).values({
      userId: user.id,
      provider: "email",
      providerId: user.id,
      identityData: userMetadata,
      createdAt: now,
      updatedAt: now,
    });
    return startSession(auth, tx, { ...user, userMetadata }, "password", from);
  });
}

function readAddress({ email, phone }: SignUpInput): string {
  if (email && phone)
    throw new AuthError("validation_failed", {
      message: "Only an email address or phone number should be provided on signup.",
    });
  if (phone)
    throw new AuthError("phone_provider_disabled", { status: 400, message: "Phone signups are disabled" });
  const parsed = parseEmail(email ?? "");
  if ("problem" in parsed) throw new AuthError("validation_failed", { message: parsed.problem });
  return parsed.email;
}

export const handleSignUp: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const session = await signUp(
    auth,
    {
      email: textField(body, "email"),
      phone: textField(body, "phone"),
      password: textField(body, "password"),
      data: body.data,
    },
    requestFrom(c, auth),
  );
  return c.json(session);
};
