/** A call that is sent with known and unknown addresses. */
export interface TimingCase {
  readonly name: string;
  /** Which of the two instances to call: the one with email confirmation, or with automatic confirmation. */
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
  { name: "sign-in, wrong password", kind: "confirmed", path: SIGN_IN, body: WRONG },
  { name: "sign-in, unconfirmed account", kind: "waiting", path: SIGN_IN, body: WRONG },
  { name: "sign-in, account without a password", kind: "without a password", path: SIGN_IN, body: WRONG },
  { name: "sign-in, suspended account", kind: "suspended", path: SIGN_IN, body: WRONG },
  { name: "sign-in by phone number", kind: "confirmed", by: "phone", path: SIGN_IN, body: WRONG },
  {
    name: "sign-in form",
    kind: "confirmed",
    path: "/auth",
    body: { intent: "login", ...WRONG },
    isForm: true,
  },
  { name: "/signup, confirmed account", kind: "confirmed", path: "/auth/v1/signup", body: WRONG },
  { name: "/signup, unconfirmed account", kind: "waiting", path: "/auth/v1/signup", body: WRONG },
  {
    name: "/signup by phone number",
    kind: "confirmed",
    by: "phone",
    path: "/auth/v1/signup",
    body: WRONG,
  },
  { name: "/otp", kind: "confirmed", path: "/auth/v1/otp", body: {} },
  {
    name: "/otp that creates no account",
    kind: "confirmed",
    path: "/auth/v1/otp",
    body: { create_user: false },
  },
  {
    name: "/otp by phone number, creates no account",
    kind: "confirmed",
    by: "phone",
    path: "/auth/v1/otp",
    body: { create_user: false },
  },
  { name: "/magiclink", kind: "confirmed", path: "/auth/v1/magiclink", body: { create_user: false } },
  { name: "/recover", kind: "confirmed", path: "/auth/v1/recover", body: {} },
  { name: "/resend signup", kind: "waiting", path: "/auth/v1/resend", body: { type: "signup" } },
  {
    name: "/resend email_change",
    kind: "moving to another address",
    path: "/auth/v1/resend",
    body: { type: "email_change" },
  },
  {
    name: "/resend sms",
    kind: "waiting",
    by: "phone",
    path: "/auth/v1/resend",
    body: { type: "sms" },
  },
  {
    name: "/verify",
    kind: "sent a code",
    path: "/auth/v1/verify",
    body: { type: "email", ...CODE },
  },
  {
    name: "/verify by phone number",
    kind: "sent a code",
    by: "phone",
    path: "/auth/v1/verify",
    body: { type: "sms", ...CODE },
  },
  { name: "recovery form", kind: "confirmed", path: "/auth", body: { intent: "recover" }, isForm: true },
  { name: "magic-link form", kind: "confirmed", path: "/auth", body: { intent: "magic-link" }, isForm: true },
  {
    name: "code form",
    kind: "sent a code",
    path: "/auth",
    body: { intent: "code", purpose: "recovery", code: "000000" },
    isForm: true,
  },
  {
    name: "registration form",
    kind: "confirmed",
    path: "/auth",
    body: { intent: "register", username: "Timing Case", ...WRONG },
    isForm: true,
  },
  { name: "newsletter form", kind: "subscribed", path: "/newsletter", body: {}, isForm: true },
  {
    name: "/recover, AUTH_AUTOCONFIRM=on",
    program: "open",
    kind: "confirmed",
    path: "/auth/v1/recover",
    body: {},
  },
  {
    name: "/signup, AUTH_AUTOCONFIRM=on",
    program: "open",
    kind: "confirmed",
    path: "/auth/v1/signup",
    body: WRONG,
    revealedBy: "user_already_exists",
  },
];
