import { randomUUID } from "node:crypto";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Viewer } from "#core/accounts/member.ts";
import type { RecentSignIn } from "#core/accounts/own-account.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";
import { runInRequestScope } from "#server/platform/request-scope.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { type SessionRow, signIns, users } from "../tables.ts";
import { FACTOR_METHODS, hasVerifiedFactor } from "../two-factor/factors.ts";
import { describeDevice, describeLocation } from "./describe-device.ts";

interface SignIn {
  /** How the session started, or the factor that was refused. */
  readonly method: string;
  readonly provider?: string | null;
  readonly client: ClientInfo;
}

const METHOD_SEPARATOR = "+";

/** Identical refusals within this time are counted in one row, so that guessing doesn't displace other sign-ins. */
const SAME_REFUSAL_MS = 60 * 60 * 1000;

const toRow = ({ method, provider = null, client }: SignIn) => ({
  method,
  provider,
  device: describeDevice(client.userAgent),
  location: describeLocation(client.ip),
});

/** Records that a session has started. It is pending if two-factor authentication still has to be completed. */
export async function recordSignIn({ clock }: AuthDeps, tx: Tx, { id, userId }: SessionRow, signIn: SignIn) {
  const outcome = (await hasVerifiedFactor(tx, userId)) ? "pending" : "succeeded";
  await tx.insert(signIns).values({ ...toRow(signIn), userId, sessionId: id, outcome, at: clock.now() });
}

export async function completeSignIn(tx: Tx, { id, userId }: SessionRow, factor: string): Promise<void> {
  await tx
    .update(signIns)
    .set({ outcome: "succeeded", method: sql`${signIns.method} || ${METHOD_SEPARATOR + factor}` })
    .where(and(eq(signIns.userId, userId), eq(signIns.sessionId, id), eq(signIns.outcome, "pending")));
}

/**
 * Records a refused sign-in in the background, because the response time would reveal a write that doesn't
 * happen for unknown accounts. A failure is only logged.
 */
export function recordRefusedSignIn(auth: AuthDeps, userId: string, signIn: SignIn): void {
  setImmediate(() => {
    runInRequestScope(randomUUID(), () => storeRefusal(auth, userId, signIn)).catch((error: unknown) =>
      auth.log.warn({ err: error }, "a refused sign-in could not be recorded"),
    );
  });
}

async function storeRefusal({ database, clock }: AuthDeps, userId: string, signIn: SignIn): Promise<void> {
  const at = clock.now();
  const row = toRow(signIn);
  await database.db.transaction(async (tx) => {
    // Parallel attempts are counted one after another.
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .for("no key update");
    if (!user) return;
    const [latestRefusal] = await tx
      .select()
      .from(signIns)
      .where(and(eq(signIns.userId, userId), eq(signIns.outcome, "refused")))
      .orderBy(desc(signIns.at), desc(signIns.id))
      .limit(1);
    const isSame =
      latestRefusal?.method === row.method &&
      latestRefusal.device === row.device &&
      latestRefusal.location === row.location &&
      at.getTime() - latestRefusal.at.getTime() < SAME_REFUSAL_MS;
    if (isSame)
      await tx
        .update(signIns)
        .set({ attempts: sql`${signIns.attempts} + 1`, at })
        .where(eq(signIns.id, latestRefusal.id));
    else await tx.insert(signIns).values({ ...row, userId, outcome: "refused", at });
  });
}

const SIGN_INS_MAX = 20;
/** Refused sign-ins fill at most half of the list, so that guessed passwords can't displace successful sign-ins. */
const REFUSALS_MAX = 10;

/** The methods' names on screens. Other methods are shown under their own name. */
const METHOD_LABELS: Readonly<Record<string, string>> = {
  otp: "One-time code",
  magiclink: "Email link",
  recovery: "Password reset link",
  invite: "Invitation",
  "email/signup": "Confirmation link",
  email_change: "Confirmation link",
  "sso/saml": "Single sign-on",
  totp: "Authenticator app",
  recovery_code: "Recovery code",
  [FACTOR_METHODS.recovery_code]: "Recovery code",
  [FACTOR_METHODS.webauthn]: "Passkey",
  oauth: "Sign-in provider",
  web3: "Wallet",
};

/** Lists at most 20 sign-ins of the last 90 days, newest first. Throws AppError("not_signed_in"). */
export async function listOwnSignIns(auth: AuthDeps, viewer: Viewer): Promise<RecentSignIn[]> {
  if (!viewer) throw new AppError("not_signed_in");
  const selectNewest = (outcome: ReturnType<typeof eq>, limit: number) =>
    auth.database.db
      .select()
      .from(signIns)
      .where(and(eq(signIns.userId, viewer.id), outcome))
      .orderBy(desc(signIns.at), desc(signIns.id))
      .limit(limit);
  const rows = await unionAll(
    selectNewest(ne(signIns.outcome, "refused"), SIGN_INS_MAX),
    selectNewest(eq(signIns.outcome, "refused"), REFUSALS_MAX),
  )
    .orderBy(desc(signIns.at), desc(signIns.id))
    .limit(SIGN_INS_MAX);
  const providers = await auth.providers.list();
  const getLabel = (method: string) =>
    METHOD_LABELS[method] ?? method.charAt(0).toUpperCase() + method.slice(1);
  const describeMethod = ({ method, provider }: { method: string; provider: string | null }) => {
    const [first = "", factor] = method.split(METHOD_SEPARATOR);
    const label = providers.find(({ id }) => id === provider)?.label ?? getLabel(first);
    return factor === undefined ? label : `${label}, then ${getLabel(factor).toLowerCase()}`;
  };
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    method: describeMethod(row),
    device: row.device,
    location: row.location,
    outcome: row.outcome,
    attempts: row.attempts,
  }));
}
