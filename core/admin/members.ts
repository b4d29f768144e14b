import { removeInvisibleCharacters } from "#core/invisible.ts";
import { removeUnreadableCharacters, trimLine } from "#core/text.ts";

/** The member list and a single member as administrators see them. Times are RFC 3339 in UTC. */

/** Rows per page (specification, section 9: admin user list 20). */
export const MEMBERS_PAGE_SIZE = 20;
export const MEMBER_SEARCH_MAX = 100;
export const NOTE_MAX = 2000;

export const MEMBER_ROLES = ["user", "admin"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
/** Unconfirmed accounts have no profile yet. */
export const MEMBER_STATES = ["active", "suspended", "unconfirmed"] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
export const MEMBER_SORTS = ["newest", "karma", "name"] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

export interface MemberListQuery {
  readonly search: string;
  readonly role: MemberRole | null;
  readonly state: MemberState | null;
  readonly sort: MemberSort;
  readonly cursor: string | null;
}

export interface ListedMember {
  readonly id: string;
  /** For an unconfirmed account, the username it requested; may be empty. */
  readonly username: string;
  readonly email: string | null;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
  readonly role: MemberRole;
  readonly karma: number;
  readonly joinDate: string;
  readonly state: MemberState;
  readonly suspension: Suspension | null;
}

export interface Suspension {
  /** Null if indefinite. */
  readonly until: string | null;
  /** As shown to the member; empty if the suspension was set through the auth protocol. */
  readonly reason: string;
}

export interface MemberPage {
  readonly members: readonly ListedMember[];
  readonly nextCursor: string | null;
}

export interface MemberRecord extends ListedMember {
  readonly hasProfile: boolean;
  readonly bio: string;
  readonly isSsoUser: boolean;
  readonly isGuest: boolean;
  readonly lastSignInAt: string | null;
  readonly postCount: number;
  readonly commentCount: number;
  readonly isTwoFactorOn: boolean;
  readonly authenticatorAppCount: number;
  /** Each can be used to sign in and, if two-factor authentication is on, as its second step. */
  readonly passkeyCount: number;
  readonly sessions: readonly MemberSession[];
  readonly notes: readonly MemberNote[];
}

export interface MemberSession {
  readonly id: string;
  readonly device: string;
  /** The IP address. */
  readonly address: string | null;
  readonly startedAt: string;
  readonly lastSeenAt: string;
}

export interface MemberNote {
  readonly id: string;
  readonly authorName: string;
  readonly content: string;
  readonly createdAt: string;
}

const DEFAULTS: MemberListQuery = { search: "", role: null, state: null, sort: "newest", cursor: null };

const pick = <Value extends string>(values: readonly Value[], requested: string | null): Value | null =>
  values.find((value) => value === requested) ?? null;

/** Reads `?q=&role=&state=&sort=&after=`; unknown values fall back to the default. */
export function parseMemberListQuery(params: URLSearchParams): MemberListQuery {
  const text = trimLine(removeInvisibleCharacters(removeUnreadableCharacters(params.get("q") ?? "")));
  const state = pick(MEMBER_STATES, params.get("state"));
  return {
    search: [...text].slice(0, MEMBER_SEARCH_MAX).join("").trim(),
    role: pick(MEMBER_ROLES, params.get("role")),
    state,
    // Unconfirmed accounts have neither karma nor a reserved username.
    sort: state === "unconfirmed" ? "newest" : (pick(MEMBER_SORTS, params.get("sort")) ?? "newest"),
    cursor: params.get("after") || null,
  };
}

export function buildMemberListParams(query: Partial<MemberListQuery>): URLSearchParams {
  const { search, role, state, sort, cursor } = { ...DEFAULTS, ...query };
  const params = new URLSearchParams();
  if (search) params.set("q", search);
  if (role) params.set("role", role);
  if (state) params.set("state", state);
  if (sort !== "newest") params.set("sort", sort);
  if (cursor) params.set("after", cursor);
  return params;
}

/** The options of the suspension form; null is indefinite. */
export const SUSPENSION_TERMS = {
  "1d": { label: "1 day", hours: 24 },
  "3d": { label: "3 days", hours: 72 },
  "7d": { label: "7 days", hours: 168 },
  "30d": { label: "30 days", hours: 720 },
  "90d": { label: "90 days", hours: 2160 },
  forever: { label: "Indefinitely", hours: null },
} as const satisfies Record<string, { label: string; hours: number | null }>;
export type SuspensionTerm = keyof typeof SUSPENSION_TERMS;

export const isSuspensionTerm = (requested: unknown): requested is SuspensionTerm =>
  typeof requested === "string" && Object.hasOwn(SUSPENSION_TERMS, requested);

/** The end of an indefinite suspension: a far-future date, because JavaScript dates can't represent infinity. */
export const NO_END = "9999-12-31T00:00:00.000Z";
const FAR_YEAR = 9000;

/** Returns the end of a suspension as RFC 3339; null if it is indefinite. */
export const getSuspensionEnd = (until: Date): string | null =>
  until.getUTCFullYear() >= FAR_YEAR ? null : until.toISOString();

const DAY_AND_TIME = new Intl.DateTimeFormat("en", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Describes a suspension to the suspended member, by email and at the next sign-in. */
export function describeSuspension({ until, reason }: Suspension): string {
  const end = until === null ? "indefinitely" : `until ${DAY_AND_TIME.format(new Date(until))} UTC`;
  return `Your account is suspended ${end}.${reason ? ` Reason: ${reason}` : ""}`;
}

/** What to do with a member's posts and comments when an administrator deletes the account. */
export const CONTENT_CHOICES = ["keep", "delete"] as const;
export type ContentChoice = (typeof CONTENT_CHOICES)[number];
