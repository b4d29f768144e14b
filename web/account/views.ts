/** What the card of signing in shows, one at a time. */
export const VIEWS = ["login", "register", "recover", "magic-link", "sso", "code", "challenge"] as const;
export type View = (typeof VIEWS)[number];

export const HEADINGS: Readonly<Record<View, string>> = {
  login: "Sign in",
  register: "Create an account",
  recover: "Forgotten password",
  "magic-link": "A link by mail",
  sso: "Single sign-on",
  code: "Check your mail",
  challenge: "One more step",
};

/** The view that an address asks for (`?tab=`). The challenge is not asked for: it comes when it is due. */
export function readView(text: string | null): View {
  return VIEWS.find((view) => view === text && view !== "challenge") ?? "login";
}

/** The view's own address, for links without scripts. */
export function viewPath(view: View, next: string): string {
  const query = new URLSearchParams({ ...(view === "login" ? {} : { tab: view }), next });
  return `/auth?${query}`;
}
