import { dropInvisibleCharacters } from "#core/forum/invisible.ts";
import { dropUnreadableCharacters, trimLine } from "#core/forum/text.ts";

/** The list of members as administrators see it, and one of them whole. Times are RFC 3339 in UTC. */

/** Rows of a page (specification, section 11: admin user list 20). */
export const MEMBERS_PAGE = 20;
export const MEMBER_SEARCH_MAX = 100;
export const NOTE_MAX = 2000;

export const MEMBER_ROLES = ["user", "admin"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
/** Who never confirmed an address is listed apart: there is no profile yet. */
export const MEMBER_STATES = ["active", "suspended", "unconfirmed"] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
export const MEMBER_SORTS = ["newest", "karma", "name"] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

export interface MemberListQuery {
  readonly search: string;
  readonly role: MemberRole | null;
  readonly state: MemberState | null;
  readonly sort: MemberSort;
  /** Where the page before ended. */
  readonly cursor: string | null;
}

export interface ListedMember {
  readonly id: string;
  /** Of somebody unconfirmed the name they asked for, which may be none. */
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
  /** Null when it has no end. */
  readonly until: string | null;
  /** In the words that the member is told; empty for one that was made by the protocol. */
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
  readonly factorCount: number;
  readonly sessions: readonly MemberSession[];
  readonly notes: readonly MemberNote[];
}

export interface MemberSession {
  readonly id: string;
  readonly device: string;
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

const pick = <Value extends string>(values: readonly Value[], given: string | null): Value | null =>
  values.find((value) => value === given) ?? null;

/** Reads `?q=&role=&state=&sort=&after=`; what is unknown falls back to the default. */
export function readMemberListAddress(params: URLSearchParams): MemberListQuery {
  const text = trimLine(dropInvisibleCharacters(dropUnreadableCharacters(params.get("q") ?? "")));
  const state = pick(MEMBER_STATES, params.get("state"));
  return {
    search: [...text].slice(0, MEMBER_SEARCH_MAX).join("").trim(),
    role: pick(MEMBER_ROLES, params.get("role")),
    state,
    // Accounts without a profile have neither karma nor a name that is kept.
    sort: state === "unconfirmed" ? "newest" : (pick(MEMBER_SORTS, params.get("sort")) ?? "newest"),
    cursor: params.get("after") || null,
  };
}

/** The address of a list within /admin: defaults are left out. */
export function writeMemberListAddress(query: Partial<MemberListQuery>): URLSearchParams {
  const { search, role, state, sort, cursor } = { ...DEFAULTS, ...query };
  const params = new URLSearchParams();
  if (search) params.set("q", search);
  if (role) params.set("role", role);
  if (state) params.set("state", state);
  if (sort !== "newest") params.set("sort", sort);
  if (cursor) params.set("after", cursor);
  return params;
}

/** How long a suspension lasts, by the values of its form; null is for good. Hours. */
export const SUSPENSION_TERMS = {
  "1d": { label: "A day", hours: 24 },
  "3d": { label: "Three days", hours: 72 },
  "7d": { label: "A week", hours: 168 },
  "30d": { label: "Thirty days", hours: 720 },
  "90d": { label: "Ninety days", hours: 2160 },
  forever: { label: "For good", hours: null },
} as const satisfies Record<string, { label: string; hours: number | null }>;
export type SuspensionTerm = keyof typeof SUSPENSION_TERMS;

export const isSuspensionTerm = (given: unknown): given is SuspensionTerm =>
  typeof given === "string" && Object.hasOwn(SUSPENSION_TERMS, given);

/** A ban without end is a far date: infinity is no time that a program can count with. */
export const NO_END = "9999-12-31T00:00:00.000Z";
const FAR_YEAR = 9000;

/** The end of a ban as a person is told it; null when it has none. */
export const endOfBan = (until: Date): string | null =>
  until.getUTCFullYear() >= FAR_YEAR ? null : until.toISOString();

const DAY_AND_TIME = new Intl.DateTimeFormat("en", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** What a suspended member is told, in a mail and at the next sign-in. */
export function suspensionWords({ until, reason }: Suspension): string {
  const end = until === null ? "for good" : `until ${DAY_AND_TIME.format(new Date(until))} UTC`;
  return `Your account is suspended ${end}.${reason ? ` The reason: ${reason}` : ""}`;
}

/** What becomes of what a member wrote when an administrator deletes the account. */
export const CONTENT_CHOICES = ["keep", "delete"] as const;
export type ContentChoice = (typeof CONTENT_CHOICES)[number];
