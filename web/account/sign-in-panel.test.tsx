import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { SignInOptions } from "#core/accounts/sign-in-options.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { type SignInState, useSignIn, VIEWS } from "./use-sign-in.ts";

const ALL_ENABLED: SignInOptions = {
  signupDisabled: false,
  email: true,
  isEmailConfigured: true,
  phone: true,
  anonymous: true,
  sso: true,
  passkeys: true,
  providers: [
    { id: "github", label: "GitHub" },
    { id: "custom:acme", label: "Acme" },
  ],
  codeLength: 6,
  ethereum: false,
  password: { minLength: 6, characterSets: [] },
};

/** Renders the card as the server does. */
function renderMarkup(
  state: Partial<SignInState>,
  options: Partial<SignInOptions> = {},
  lastUsed: string | null = null,
): string {
  function Card() {
    const signIn = useSignIn(state, {
      options: { ...ALL_ENABLED, ...options },
      site: { showsDemoHint: false, viewer: null, isFactorRequired: false },
      next: "/forum",
      lastUsed,
      onComplete: () => {},
    });
    return createElement(SignInPanel, { signIn });
  }
  return renderToStaticMarkup(createElement(Card)).replaceAll("&#x27;", "'");
}

describe("the login form", () => {
  const getMethods = (options: Partial<SignInOptions>) => {
    const html = renderMarkup({ view: "login" }, options);
    return {
      password: html.includes('name="password"'),
      recover: html.includes("Forgot your password?"),
      link: html.includes("Email me a link instead"),
      sso: html.includes("Use single sign-on"),
      guest: html.includes("Continue as a guest"),
      phone: html.includes("Text me a code"),
      passkey: html.includes("Sign in with a passkey"),
      provider: html.includes("Continue with GitHub"),
    };
  };
  test("offers every method that is turned on", () => {
    expect(Object.values(getMethods({}))).not.toContain(false);
  });
  test("offers neither single sign-on nor guest accounts when they are turned off", () => {
    expect(getMethods({ sso: false, anonymous: false })).toMatchObject({
      password: true,
      sso: false,
      guest: false,
    });
  });
  test("offers other methods when email sign-in is turned off, and says so when there are none", () => {
    expect(getMethods({ email: false })).toEqual({
      password: false,
      recover: false,
      link: false,
      sso: true,
      guest: true,
      phone: true,
      passkey: true,
      provider: true,
    });
    expect(
      renderMarkup(
        { view: "login" },
        { email: false, phone: false, sso: false, anonymous: false, providers: [] },
      ),
    ).toContain("Sign-in is turned off right now.");
  });
});

test("without an email server, no screen promises an email, and recovery says who has the code", () => {
  const render = (view: "login" | "recover" | "magic-link") =>
    renderMarkup({ view }, { isEmailConfigured: false });
  for (const view of ["login", "recover", "magic-link"] as const)
    expect(render(view)).not.toMatch(/email (me|you) a|send email</i);
  for (const view of ["recover", "magic-link"] as const)
    expect(render(view)).toContain(
      "This site doesn't send email yet. Continue, then ask an administrator for a code",
    );
});

test("providers are links on both tabs, even if email sign-in is turned off", () => {
  const link = '<a href="/auth?with=custom%3Aacme&amp;next=%2Fforum" class="button relative">';
  for (const view of ["login", "register"] as const)
    for (const email of [true, false]) {
      const html = renderMarkup({ view }, { email });
      expect(html).toContain(link);
      expect(html).toContain("Continue with GitHub");
    }
  expect(renderMarkup({ view: "register" }, { signupDisabled: true })).not.toContain("Continue with");
  expect(renderMarkup({ view: "login" }, { providers: [] })).not.toContain("Continue with G");
});

describe("the sign-in method that was used last", () => {
  const BADGE = /Last used/g;
  const getText = (lastUsed: string, options?: Partial<SignInOptions>) =>
    renderMarkup({ view: "login" }, options, lastUsed).replaceAll(/<[^>]+>/g, "|");
  test("has a badge, and comes first if it is a provider", () => {
    const text = getText("custom:acme");
    expect(text).toMatch(/Continue with Acme\|+Last used\|+Continue with GitHub/);
    expect(text.match(BADGE)).toHaveLength(1);
    expect(getText("github")).toMatch(/Continue with GitHub\|+Last used\|+Continue with Acme/);
  });
  test("has a badge among the links and on the password form's button too", () => {
    expect(getText("email")).toMatch(/Email me a link instead\|+Last used/);
    expect(getText("sso")).toMatch(/Use single sign-on\|+Last used/);
    expect(getText("password")).toMatch(/Login\|+Last used/);
  });
  test("has no badge if it is the password and there are neither providers nor single sign-on, or if it is turned off", () => {
    expect(getText("password", { providers: [], sso: false })).not.toMatch(BADGE);
    for (const lastUsed of ["custom:removed", "anything"]) expect(getText(lastUsed)).not.toMatch(BADGE);
  });
});

test("password managers store a new account under its email address", () => {
  const html = renderMarkup({ view: "register" });
  expect(html).toMatch(
    /<input[^>]*name="email"[^>]*autoComplete="username"|autoComplete="username"[^>]*name="email"/i,
  );
  expect(html).toMatch(
    /name="username"[^>]*autoComplete="nickname"|autoComplete="nickname"[^>]*name="username"/i,
  );
  expect(html).toMatch(/autoComplete="new-password"/i);
  expect(renderMarkup({ view: "login" })).toMatch(/autoComplete="current-password"/i);
});

test.each([{ signupDisabled: true }, { email: false, providers: [] }])(
  "sign-up is unavailable with %j",
  (options) => {
    const html = renderMarkup({ view: "register" }, options);
    expect(html).toContain("This community isn't accepting new members right now.");
    expect(html).not.toContain("<form");
  },
);

test("without JavaScript, a rejected form keeps its values and shows errors next to their fields", () => {
  const html = renderMarkup({
    view: "register",
    email: "ann@example.org",
    username: "Ann",
    failure: { code: "weak_password", message: "All.", field: "password", reasons: ["One.", "Two."] },
  });
  expect(html).toContain('value="ann@example.org"');
  expect(html).toContain('value="Ann"');
  expect(html).toContain("<li>One.</li><li>Two.</li>");
  expect(html).toContain('aria-invalid="true"');
});

test("only a page that was loaded with an error focuses a field, the first that is invalid", () => {
  const getFocusedField = (state: Partial<SignInState>) =>
    /<input(?=[^>]* autofocus)[^>]* name="(.*?)"/i.exec(renderMarkup(state))?.[1];
  const failure = { message: "No.", reasons: [] };
  for (const view of VIEWS.filter((view) => view !== "challenge"))
    expect(getFocusedField({ view }), view).toBe(undefined);
  expect(
    getFocusedField({ view: "login", failure: { ...failure, code: "invalid_credentials", field: null } }),
  ).toBe("password");
  expect(
    getFocusedField({ view: "register", failure: { ...failure, code: "username_taken", field: "username" } }),
  ).toBe("username");
  expect(
    getFocusedField({
      view: "register",
      failure: { code: "weak_password", message: "No.", field: "password", reasons: ["Too short."] },
    }),
  ).toBe("password");
});

test("a rejected sign-up shows the problems of all fields", () => {
  const html = renderMarkup({
    view: "register",
    failure: { code: "weak_password", message: "All.", field: "password", reasons: ["Too short."] },
    problems: { username: "Too few characters.", email: "Not an address.", password: ["Too short."] },
  });
  for (const text of ["Too few characters.", "Not an address.", "Too short."]) expect(html).toContain(text);
});
