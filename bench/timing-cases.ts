/** A call that is sent with known and unknown addresses. */
export interface TimingCase {
  readonly what: string;
  /** Which of the two programs to call: with email confirmation, or with automatic confirmation. */
  readonly program?: "confirming" | "open";
  readonly kind: Known;
  readonly by?: "phone";
  readonly path: string;
  /** JSON, or form fields. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly isForm?: boolean;
  /** How the response itself reveals whether the address is known. Such cases are measured, but have no budget. */
  readonly revealedBy?: string;
}

/** State of the known accounts of a case. */
export type Known =
  | "confirmed"
  | "waiting"
  | "without a password"
  | "suspended"
  | "moving to another address"
  | "sent a code"
  | "subscribed";

const WRONG = { password: "not the right one" };
const CODE = { token: "000000" };
const SIGN_IN = "/auth/v1/token?grant_type=password";

export const TIMING_CASES: readonly TimingCase[] = [
  { what: "sign-in, wrong password", kind: "confirmed", path: SIGN_IN, body: WRONG },
  { what: "sign-in, unconfirmed account", kind: "waiting", path: SIGN_IN, body: WRONG },
  { what: "sign-in, account without a password", kind: "without a password", path: SIGN_IN, body: WRONG },
  { what: "sign-in, suspended account", kind: "suspended", path: SIGN_IN, body: WRONG },
  { what: "sign-in by phone number", kind: "confirmed", by: "phone", path: SIGN_IN, body: WRONG },
  {
    what: "sign-in form",
    kind: "confirmed",
    path: "/auth",
    body: { intent: "login", ...WRONG },
    isForm: true,
  },
  { what: "/signup, confirmed account", kind: "confirmed", path: "/auth/v1/signup", body: WRONG },
  { what: "/signup, unconfirmed account", kind: "waiting", path: "/auth/v1/signup", body: WRONG },
  {
    what: "/signup by phone number",
    kind: "confirmed",
    by: "phone",
    path: "/auth/v1/signup",
    body: WRONG,
  },
  { what: "/otp", kind: "confirmed", path: "/auth/v1/otp", body: {} },
  {
    what: "/otp that creates no account",
    kind: "confirmed",
    path: "/auth/v1/otp",
    body: { create_user: false },
  },
  {
    what: "/otp by phone number, creates no account",
    kind: "confirmed",
    by: "phone",
    path: "/auth/v1/otp",
    body: { create_user: false },
  },
  { what: "/magiclink", kind: "confirmed", path: "/auth/v1/magiclink", body: { create_user: false } },
  { what: "/recover", kind: "confirmed", path: "/auth/v1/recover", body: {} },
  { what: "/resend signup", kind: "waiting", path: "/auth/v1/resend", body: { type: "signup" } },
  {
    what: "/resend email_change",
    kind: "moving to another address",
    path: "/auth/v1/resend",
    body: { type: "email_change" },
  },
  {
    what: "/resend sms",
    kind: "waiting",
    by: "phone",
    path: "/auth/v1/resend",
    body: { type: "sms" },
  },
  {
    what: "/verify",
    kind: "sent a code",
    path: "/auth/v1/verify",
    body: { type: "email", ...CODE },
  },
  {
    what: "/verify by phone number",
    kind: "sent a code",
    by: "phone",
    path: "/auth/v1/verify",
    body: { type: "sms", ...CODE },
  },
  { what: "recovery form", kind: "confirmed", path: "/auth", body: { intent: "recover" }, isForm: true },
  { what: "magic-link form", kind: "confirmed", path: "/auth", body: { intent: "magic-link" }, isForm: true },
  {
    what: "code form",
    kind: "sent a code",
    path: "/auth",
    body: { intent: "code", purpose: "recovery", code: "000000" },
    isForm: true,
  },
  {
    what: "registration form",
    kind: "confirmed",
    path: "/auth",
    body: { intent: "register", username: "Timing Case", ...WRONG },
    isForm: true,
  },
  { what: "newsletter form", kind: "subscribed", path: "/newsletter", body: {}, isForm: true },
  {
    what: "/recover, AUTH_AUTOCONFIRM=on",
    program: "open",
    kind: "confirmed",
    path: "/auth/v1/recover",
    body: {},
  },
  {
    what: "/signup, AUTH_AUTOCONFIRM=on",
    program: "open",
    kind: "confirmed",
    path: "/auth/v1/signup",
    body: WRONG,
    revealedBy: "user_already_exists",
  },
];
