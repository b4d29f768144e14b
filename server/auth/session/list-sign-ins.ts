import { and, desc, eq, ne } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Viewer } from "#core/accounts/member.ts";
import type { RecentSignIn } from "#core/accounts/own-account.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../deps.ts";
import { signIns } from "../tables.ts";
import { FACTOR_METHODS } from "../two-factor/factors.ts";
import { METHOD_SEPARATOR } from "./sign-ins.ts";

const SIGN_INS_MAX = 20;
/** The maximum number of refused sign-ins in the list, so that password guesses can't displace all successful ones. */
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

/** Lists at most 20 sign-ins, newest first. Sign-ins are deleted after 90 days. Throws AppError("not_signed_in"). */
export async function listOwnSignIns(auth: AuthDeps, viewer: Viewer): Promise<RecentSignIn[]> {
  if (!viewer) throw new AppError("not_signed_in");
  const selectNewest = (outcomeCondition: ReturnType<typeof eq>, limit: number) =>
    auth.database.db
      .select()
      .from(signIns)
      .where(and(eq(signIns.userId, viewer.id), outcomeCondition))
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
