import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Count } from "#server/platform/allowance.ts";
import { toAddressGroup, toAddressNetwork } from "#server/platform/client-address.ts";
import { runShared } from "#server/platform/request-scope.ts";
import type { AuthDeps } from "../deps.ts";

export type Medium = "mail" | "sms";

/** The two parts of the site's hourly budget: emails that confirm a new account, and all others. */
export type Budget = "confirmations" | "others";

/**
 * Per hour: per client over all requests, per recipient from one network, and per recipient from all
 * networks.
 */
const PER_CLIENT = 10;
const PER_RECIPIENT_FROM_NETWORK = 4;
const PER_RECIPIENT = 10;
const HOUR = 60 * 60 * 1000;

export const SEND_REFUSALS = { mail: "over_email_send_rate_limit", sms: "over_sms_send_rate_limit" } as const;

export interface SendRequest {
  readonly medium: Medium;
  readonly budget: Budget;
  /**
   * The recipient's address or number, known or not, or the account if only its own sessions can request it.
   */
  readonly to: string;
  readonly ip: string;
  /** Whether the recipient's account has signed in from this IP address before. */
  readonly isKnownIp: boolean;
}

export interface SendAllowance {
  /** Nothing was queued: refunds the site's budget, but not the client's. */
  releaseBudget(): Promise<void>;
  /** The request failed: refunds everything. */
  release(): Promise<void>;
}

/**
 * Takes one message from the hourly allowances of the client, the recipient and the site, all or none, before
 * checking whether the recipient is known (docs/decisions/051). Throws AuthError: over_email_send_rate_limit,
 * over_sms_send_rate_limit.
 */
export async function takeSendAllowance(auth: AuthDeps, request: SendRequest): Promise<SendAllowance> {
  const site = buildSiteCounts(auth, request.medium, request.budget);
  return takeCounts(auth, request.medium, buildClientCounts(auth, request), site);
}

/** The same for an administrator's invitation, which only uses the site's budget. */
export const takeInvitationAllowance = (auth: AuthDeps): Promise<SendAllowance> =>
  takeCounts(auth, "mail", [], buildSiteCounts(auth, "mail", "confirmations"));

async function takeCounts(
  auth: AuthDeps,
  medium: Medium,
  client: readonly Count[],
  site: readonly Count[],
): Promise<SendAllowance> {
  const { allowances } = auth;
  if (isUncounted(auth, medium)) return { releaseBudget: async () => {}, release: async () => {} };
  const { allowed } = await allowances.take([...client, ...site]);
  if (!allowed) throw new AuthError(SEND_REFUSALS[medium]);
  // In their own scope, so that a request that timed out is still refunded.
  return {
    releaseBudget: () => runShared(() => allowances.giveBack(site)),
    release: () => runShared(() => allowances.giveBack([...client, ...site])),
  };
}

/**
 * As in the protocol, emails aren't counted if addresses need no confirmation, unless emails are really sent.
 */
const isUncounted = ({ config, mail }: AuthDeps, medium: Medium): boolean =>
  medium === "mail" && config.auth.autoconfirm && !mail.sendsEmail;

function buildClientCounts(auth: AuthDeps, { medium, to, ip, isKnownIp }: SendRequest): Count[] {
  const count = (name: string, key: string, most: number): Count => ({
    name: `auth.${medium}.${name}`,
    key,
    most,
    until: getHourEnd(auth),
  });
  // One client gets at most a third of the site's hourly budget, and one network at most half, because an
  // IPv6 /48 contains 65,536 clients.
  const most = getHourlyLimit(auth, medium);
  const perClient = Math.max(1, Math.min(PER_CLIENT, getThird(most)));
  return [
    count("client", toAddressGroup(ip), perClient),
    count("network", toAddressNetwork(ip), Math.max(perClient, Math.floor(most / 2))),
    // Strangers who flood a recipient must not use up the owner's allowance on a known IP address.
    ...(isKnownIp
      ? [count("recipient_from", `${to} ${toAddressGroup(ip)}`, PER_RECIPIENT_FROM_NETWORK)]
      : [
          count("recipient_from", `${to} ${toAddressNetwork(ip)}`, PER_RECIPIENT_FROM_NETWORK),
          count("recipient", to, PER_RECIPIENT),
        ]),
  ];
}

/** Each part of the budget leaves a third to the other. */
function buildSiteCounts(auth: AuthDeps, medium: Medium, budget: Budget): Count[] {
  const most = getHourlyLimit(auth, medium);
  const until = getHourEnd(auth);
  return [
    { name: `auth.${medium}.site`, key: "", most, until },
    { name: `auth.${medium}.${budget}`, key: "", most: most - getThird(most), until },
  ];
}

const getThird = (count: number) => Math.floor(count / 3);
const getHourEnd = ({ clock }: AuthDeps) => new Date(clock.now().getTime() + HOUR);
const getHourlyLimit = ({ config }: AuthDeps, medium: Medium) =>
  medium === "mail" ? config.auth.emailsPerHour : config.auth.smsPerHour;
