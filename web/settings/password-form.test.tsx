import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { AccountOverview } from "#core/accounts/own-account.ts";
import { PasswordForm } from "./password-form.tsx";

type Requirements = AccountOverview["passwordChangeRequires"];

function renderForm(confirmation: Requirements["confirmation"]): string {
  const account = {
    email: null,
    hasPassword: false,
    passwordChangeRequires: { current: false, confirmation },
    passwordRules: { minLength: 6, characterSets: [] },
    isEmailConfigured: true,
  } as unknown as Parameters<typeof PasswordForm>[0]["account"];
  const element = createElement(PasswordForm, { username: "ada", account });
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router })).replaceAll("&#x27;", "'");
}

test("the password form offers a code only if the change requires one", () => {
  expect(renderForm("code")).toContain("Text me a code");
  for (const confirmation of [null, "sign-in", "address"] as const)
    expect(renderForm(confirmation)).not.toContain("Text me a code");
});

test("a member who can't receive a code sees instructions instead of a form that can't work", () => {
  expect(renderForm("sign-in")).toContain("sign out, then sign in again");
  expect(renderForm("address")).toContain("Add an email address first");
  for (const confirmation of ["sign-in", "address"] as const)
    expect(renderForm(confirmation)).not.toContain("<form");
  expect(renderForm(null)).toContain("Set password");
});
