export const VIEWS = [
  "login",
  "register",
  "recover",
  "magic-link",
  "phone",
  "phone-code",
  "sso",
  "code",
  "challenge",
] as const;
export type View = (typeof VIEWS)[number];

const HEADINGS: Readonly<Record<View, string>> = {
  login: "Sign in",
  register: "Create an account",
  recover: "Reset your password",
  "magic-link": "Sign in with an email link",
  phone: "Sign in with a text message",
  "phone-code": "Enter your code",
  sso: "Single sign-on",
  code: "Verify your email",
  challenge: "One more step",
};

/** Without an email server, the code comes from an administrator. */
export function getHeading(view: View, options: { readonly isEmailConfigured: boolean }): string {
  return view === "code" && !options.isEmailConfigured ? "Enter your code" : HEADINGS[view];
}

/** The view in `?tab=`. The challenge can't be requested; it is shown when needed. */
export function parseView(text: string | null): View {
  return VIEWS.find((view) => view === text && view !== "challenge") ?? "login";
}

export function buildViewPath(view: View, next: string): string {
  const query = new URLSearchParams({ ...(view === "login" ? {} : { tab: view }), next });
  return `/auth?${query}`;
}
