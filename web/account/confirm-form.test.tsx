import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ConfirmForm } from "./confirm-form.tsx";
import type { ProofPrompt } from "./proof-prompt.ts";

const PASSKEY_PROMPT: ProofPrompt = {
  first: "none",
  codeBy: "email",
  allowsOneTimeCode: false,
  factors: [],
  providers: [],
  providerToken: "",
  passkeyId: "1",
  problems: {},
  isCodeRequested: false,
  codeSentTo: null,
  isEmailConfigured: true,
  isAdmin: false,
};

/** Returns the form as it is before scripts have run. */
function renderForm(change: Partial<ProofPrompt>): string {
  const proof = { ...PASSKEY_PROMPT, ...change };
  const element = createElement(ConfirmForm, { action: "/settings/confirm", proof, onDone() {} });
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router })).replaceAll("&#x27;", "'");
}

const REQUIRES_PASSKEY = "Your account requires a passkey";

test("without JavaScript, a member who can use only a passkey learns that it needs JavaScript, and what to do", () => {
  expect(renderForm({})).toMatch(
    new RegExp(`<noscript>.*${REQUIRES_PASSKEY}.*Turn on JavaScript .* or use another browser.*</noscript>`),
  );
});

test("a member with another way to confirm their identity isn't told that their account requires a passkey", () => {
  const html = renderForm({ providers: [{ id: "google", label: "Google" }] });
  expect(html).toContain("Confirm with Google");
  expect(html).not.toContain(REQUIRES_PASSKEY);
  expect(renderForm({ first: "password" })).not.toContain(REQUIRES_PASSKEY);
  expect(renderForm({ factors: [{ id: "1", name: "Phone", type: "totp" }] })).not.toContain(REQUIRES_PASSKEY);
  expect(renderForm({ passkeyId: null })).not.toContain(REQUIRES_PASSKEY);
});

test("if the site doesn't send email, members can ask any administrator for a code, and administrators can ask another administrator", () => {
  const prompt = { first: "password", allowsOneTimeCode: true, isEmailConfigured: false } as const;
  expect(renderForm(prompt)).toContain("Ask an administrator for a code instead");
  expect(renderForm({ ...prompt, isAdmin: true })).toContain("Ask another administrator for a code instead");
});
