import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { SignInMethodList } from "./sign-in-methods.tsx";

test("a member with a passkey isn't told that another sign-in method is the only one", () => {
  const renderList = (hasPasskey: boolean) => {
    const email = { id: "1", provider: "email", label: "Email", account: "ada@example.com" };
    const methods = {
      linked: [{ ...email, linkedAt: "2026-05-10T10:00:00.000Z", canUnlink: false }],
      linkable: [],
      linkToken: "",
      canLinkWallet: false,
    };
    const element = createElement(SignInMethodList, { methods, hasPasskey });
    const router = createMemoryRouter([{ path: "/", element }]);
    return renderToStaticMarkup(createElement(RouterProvider, { router }));
  };
  expect(renderList(false)).toContain(">This is the only way you can sign in<");
  expect(renderList(true)).toContain(">This is the only way you can sign in without a passkey<");
});
