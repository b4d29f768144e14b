/** A call that is made with known and unknown email addresses or phone numbers. */
export interface TimingCase {
  readonly name: string;
  /** Which program to call: the one with email confirmation (default), or the one with automatic confirmation. */
  readonly program?: "confirming" | "open";
  readonly state: KnownAccountState;
  readonly by?: "phone";
  readonly path: string;
  /** JSON, or form fields. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly isForm?: boolean;
  /** How the response itself reveals whether the account exists. Such cases are measured, but have no budget. */
  readonly revealedBy?: string;
}

/** The state of a case's known accounts. */
export type KnownAccountState =
  | "confirmed"
  | "unconfirmed"
  | "without a password"
  | "suspended"
  | "changing its email address"
  | "sent a code"
  | "subscribed";

const WRONG_PASSWORD = { password: "not the right one" };
const WRONG_CODE = { token: "000000" };
const SIGN_IN = "/auth/v1/token?grant_type=password";

export const TIMING_CASES: readonly TimingCase[] = [
  { name: "sign-in, wrong password", state: "confirmed", path: SIGN_IN, body: WRONG_PASSWORD },
  { name: "sign-in, unconfirmed account", state: "unconfirmed", path: SIGN_IN, body: WRONG_PASSWORD },
  {
    name: "sign-in, account without a password",
    state: "without a password",
    path: SIGN_IN,
    body: WRONG_PASSWORD,
  },
  { name: "sign-in, suspended account", state: "suspended", path: SIGN_IN, body: WRONG_PASSWORD },
  { name: "sign-in by phone number", state: "confirmed", by: "phone", path: SIGN_IN, body: WRONG_PASSWORD },
  {
    name: "sign-in form",
    state: "confirmed",
    path: "/auth",
    body: { intent: "login", ...WRONG_PASSWORD },
    isForm: true,
  },
  { name: "/signup, confirmed account", state: "confirmed", path: "/auth/v1/signup", body: WRONG_PASSWORD },
  {
    name: "/signup, unconfirmed account",
    state: "unconfirmed",
    path: "/auth/v1/signup",
    body: WRONG_PASSWORD,
  },
  {
    name: "/signup by phone number",
    state: "confirmed",
    by: "phone",
    path: "/auth/v1/signup",
    body: WRONG_PASSWORD,
  },
  { name: "/otp", state: "confirmed", path: "/auth/v1/otp", body: {} },
  {
    name: "/otp that creates no account",
    state: "confirmed",
    path: "/auth/v1/otp",
    body: { create_user: false },
  },
  {
    name: "/otp by phone number that creates no account",
    state: "confirmed",
    by: "phone",
    path: "/auth/v1/otp",
    body: { create_user: false },
  },
  { name: "/magiclink", state: "confirmed", path: "/auth/v1/magiclink", body: { create_user: false } },
  { name: "/recover", state: "confirmed", path: "/auth/v1/recover", body: {} },
  { name: "/resend signup", state: "unconfirmed", path: "/auth/v1/resend", body: { type: "signup" } },
  {
    name: "/resend email_change",
    state: "changing its email address",
    path: "/auth/v1/resend",
    body: { type: "email_change" },
  },
  {
    name: "/resend sms",
    state: "unconfirmed",
    by: "phone",
    path: "/auth/v1/resend",
    body: { type: "sms" },
  },
  {
    name: "/verify",
    state: "sent a code",
    path: "/auth/v1/verify",
    body: { type: "email", ...WRONG_CODE },
  },
  {
    name: "/verify by phone number",
    state: "sent a code",
    by: "phone",
    path: "/auth/v1/verify",
    body: { type: "sms", ...WRONG_CODE },
  },
  { name: "recovery form", state: "confirmed", path: "/auth", body: { intent: "recover" }, isForm: true },
  {
    name: "magic-link form",
    state: "confirmed",
    path: "/auth",
    body: { intent: "magic-link" },
    isForm: true,
  },
  {
    name: "code form",
    state: "sent a code",
    path: "/auth",
    body: { intent: "code", purpose: "recovery", code: "000000" },
    isForm: true,
  },
  {
    name: "sign-up form",
    state: "confirmed",
    path: "/auth",
    body: { intent: "register", username: "Timing Case", ...WRONG_PASSWORD },
    isForm: true,
  },
  { name: "newsletter form", state: "subscribed", path: "/newsletter", body: {}, isForm: true },
  {
    name: "/recover, AUTH_AUTOCONFIRM=on",
    program: "open",
    state: "confirmed",
    path: "/auth/v1/recover",
    body: {},
  },
  {
    name: "/signup, AUTH_AUTOCONFIRM=on",
    program: "open",
    state: "confirmed",
    path: "/auth/v1/signup",
    body: WRONG_PASSWORD,
    revealedBy: "user_already_exists",
  },
];
