import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { getEmailNotice } from "#core/notices.ts";
import { SubscribeForm } from "./subscribe-form.tsx";

/** Renders the form with the result of a submission without JavaScript. */
function renderForm(isEmailConfigured: boolean): string {
  const notice = getEmailNotice("newsletter-requested", isEmailConfigured);
  const result = { ok: true, intent: "", notice } as const;
  const element = createElement(SubscribeForm, { email: "", result });
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router })).replaceAll("&#x27;", "'");
}

test("the form claims that an email was sent only if the site sends email", () => {
  expect(renderForm(true)).toContain("the email we sent you");
  expect(renderForm(false)).not.toContain("we sent you");
  expect(renderForm(false)).toContain("ask an administrator for the link");
});
