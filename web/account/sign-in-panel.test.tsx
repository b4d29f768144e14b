import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { SignInOptions } from "#core/accounts/sign-in-options.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { type SignInState, useSignIn } from "./use-sign-in.ts";

const ALL: SignInOptions = {
  signupDisabled: false,
  email: true,
  sendsMails: true,
  anonymous: true,
  sso: true,
  codeLength: 6,
  password: { minLength: 6, characterSets: [] },
};

/** The card as the server sends it. */
function markup(state: Partial<SignInState>, options: Partial<SignInOptions> = {}): string {
  function Card() {
    const signIn = useSignIn(state, {
      options: { ...ALL, ...options },
      site: { hasDemo: false, viewer: null, needsFactor: false },
      next: "/forum",
      onArrive: () => {},
    });
    return createElement(SignInPanel, { signIn });
  }
  return renderToStaticMarkup(createElement(Card));
}

describe("the switches decide what the login shows", () => {
  const ways = (options: Partial<SignInOptions>) => {
    const html = markup({ view: "login" }, options);
    return {
      password: html.includes('name="password"'),
      recover: html.includes("Forgotten password?"),
      link: html.includes("Mail me a link instead"),
      sso: html.includes("Use single sign-on"),
      guest: html.includes("Continue as a guest"),
    };
  };
  test("everything on", () => {
    expect(ways({})).toEqual({ password: true, recover: true, link: true, sso: true, guest: true });
  });
  test("no organization, no guests", () => {
    expect(ways({ sso: false, anonymous: false })).toMatchObject({
      password: true,
      sso: false,
      guest: false,
    });
  });
  test("no mail addresses", () => {
    expect(ways({ email: false })).toEqual({
      password: false,
      recover: false,
      link: false,
      sso: true,
      guest: true,
    });
    expect(markup({ view: "login" }, { email: false, sso: false, anonymous: false })).toContain(
      "Signing in is closed at the moment.",
    );
  });
});

test.each([{ signupDisabled: true }, { email: false }])("no registration with %j", (options) => {
  const html = markup({ view: "register" }, options);
  expect(html).toContain("This community takes no new members at the moment.");
  expect(html).not.toContain("<form");
});

test("without scripts a refusal keeps what was typed, and says what was wrong in its place", () => {
  const html = markup({
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
