import { AuthError } from "#core/accounts/auth-errors.ts";
import { toAddressGroup, toAddressNetwork } from "#server/platform/client-address.ts";
import { runShared } from "#server/platform/request-scope.ts";
import type { Counter } from "#server/rate-limits/index.ts";
import type { AuthDeps } from "../deps.ts";

export type Medium = "email" | "sms";

/**
 * The quotas within the site's hourly limit. Except from a known IP address, a request's quota never depends on whether
 * the recipient is known. "sign_ups" is for requests that may send a message to a new address (a sign-up, an address
 * change), "sign_ins" for requests that can send one only to an existing account, and "trusted" for requests that
 * can't name a made-up address (from a session, an administrator or a known IP address).
 */
export type SendQuota = "sign_ups" | "sign_ins" | "trusted";

/** Messages per hour that one client may request. */
const PER_CLIENT = 10;
/** Messages per hour to one recipient that one network, or one known IP address, may request. */
const PER_RECIPIENT_FROM_NETWORK = 4;
/** Messages per hour to one recipient that all unknown IP addresses together may request. */
const PER_RECIPIENT = 10;
const HOUR_MS = 60 * 60 * 1000;

export const SEND_REFUSALS = {
  email: "over_email_send_rate_limit",
  sms: "over_sms_send_rate_limit",
} as const;

interface SendRequest {
  readonly medium: Medium;
  readonly quota: SendQuota;
  /** The recipient's address or number, known or not; the account's ID if only its sessions can make the request. */
  readonly to: string;
  readonly ip: string;
  /** Whether the recipient's account has signed in from this IP address before. */
  readonly isKnownIp: boolean;
}

export interface SendAllowance {
  refund(): Promise<void>;
}

/**
 * Takes one message from the hourly allowances of the client, its network, the recipient and the site. If one of them
 * is used up, nothing is taken. Call this before checking whether the recipient is known (docs/decisions/061). The
 * message stays charged even if nothing is sent. Throws AuthError: over_email_send_rate_limit,
 * over_sms_send_rate_limit.
 */
export function consumeSendAllowance(auth: AuthDeps, request: SendRequest): Promise<SendAllowance> {
  const { medium, ip } = request;
  const quota = request.isKnownIp ? "trusted" : request.quota;
  const clientCounters = buildClientCounters(auth, request);
  const firstRequestName = quota === "trusted" ? "trusted_first" : "public_first";
  const firstRequest = createCounter(auth, medium, firstRequestName, 1, toAddressNetwork(ip));
  return consumeCounters(auth, medium, [
    [...clientCounters, firstRequest, ...buildSiteCounters(auth, medium, quota)],
    [...clientCounters, ...buildSiteCounters(auth, medium, quota, { isRepeatRequest: true })],
  ]);
}

/**
 * Takes one email for an invitation, which counts only toward the site's limit. Invitations by administrators are
 * trusted. Members may name made-up addresses, so theirs count as sign-ups. Throws
 * AuthError("over_email_send_rate_limit").
 */
export const consumeInvitationAllowance = (
  auth: AuthDeps,
  { isFromAdmin }: { readonly isFromAdmin: boolean },
): Promise<SendAllowance> =>
  consumeCounters(auth, "email", [buildSiteCounters(auth, "email", isFromAdmin ? "trusted" : "sign_ups")]);

async function consumeCounters(
  auth: AuthDeps,
  medium: Medium,
  alternatives: readonly (readonly Counter[])[],
) {
  const { allowances } = auth;
  if (isUncounted(auth, medium)) return { refund: async () => {} };
  for (const counters of alternatives) {
    const { allowed } = await allowances.consume(counters);
    // Runs in its own scope, so that a request that timed out is still refunded.
    if (allowed) return { refund: () => runShared(() => allowances.refund(counters)) };
  }
  throw new AuthError(SEND_REFUSALS[medium]);
}

/** As in the protocol, emails don't count if addresses need no confirmation, unless emails are actually sent. */
const isUncounted = ({ config, mailer }: AuthDeps, medium: Medium): boolean =>
  medium === "email" && config.auth.autoconfirm && !mailer.isEmailConfigured;

function buildClientCounters(auth: AuthDeps, { medium, to, ip, isKnownIp }: SendRequest): Counter[] {
  const counter = (name: string, key: string, max: number) => createCounter(auth, medium, name, max, key);
  // One client gets at most a third of the site's hourly limit (but at least one message), and one network at most
  // half, because an IPv6 /48 contains 65,536 clients.
  const hourlyLimit = getHourlyLimit(auth, medium);
  const perClient = Math.max(1, Math.min(PER_CLIENT, getThird(hourlyLimit)));
  return [
    counter("client", toAddressGroup(ip), perClient),
    counter("network", toAddressNetwork(ip), Math.max(perClient, Math.floor(hourlyLimit / 2))),
    // Flooding a recipient must not use up the owner's allowance on a known IP address.
    ...(isKnownIp
      ? [counter("recipient_from", `${to} ${toAddressGroup(ip)}`, PER_RECIPIENT_FROM_NETWORK)]
      : [
          counter("recipient_from", `${to} ${toAddressNetwork(ip)}`, PER_RECIPIENT_FROM_NETWORK),
          counter("recipient", to, PER_RECIPIENT),
        ]),
  ];
}

/**
 * Builds the site's counters for a request. Trusted requests leave a third of the site's limit to public requests, and
 * public requests leave a third to trusted ones. Within the public quota, sign-ups and sign-ins do the same.
 * `isRepeatRequest` is for requests that aren't their network's first: they may use only half of each quota.
 */
function buildSiteCounters(
  auth: AuthDeps,
  medium: Medium,
  quota: SendQuota,
  { isRepeatRequest = false } = {},
) {
  const counter = (name: string, max: number) => createCounter(auth, medium, name, max);
  const siteLimit = getHourlyLimit(auth, medium);
  const twoThirds = siteLimit - getThird(siteLimit);
  const quotaCounters =
    quota === "trusted"
      ? [counter("trusted", twoThirds)]
      : [counter("public", twoThirds), counter(quota, twoThirds - getThird(twoThirds))];
  const halve = (quotaCounter: Counter) => ({ ...quotaCounter, max: Math.ceil(quotaCounter.max / 2) });
  return [counter("site", siteLimit), ...(isRepeatRequest ? quotaCounters.map(halve) : quotaCounters)];
}

const getThird = (count: number) => Math.floor(count / 3);
const createCounter = (
  { clock }: AuthDeps,
  medium: Medium,
  name: string,
  max: number,
  key = "",
): Counter => ({
  name: `auth.${medium}.${name}`,
  key,
  max,
  until: new Date(clock.now().getTime() + HOUR_MS),
});
const getHourlyLimit = ({ config }: AuthDeps, medium: Medium) =>
  medium === "email" ? config.auth.emailsPerHour : config.auth.smsPerHour;
