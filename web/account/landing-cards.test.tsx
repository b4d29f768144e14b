import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { RefusedLink } from "./landing-cards.tsx";
import { useSignIn } from "./use-sign-in.ts";

function renderRefusal(code: string, viewer: { username: string } | null = null): string {
  function Card() {
    const signIn = useSignIn(
      {},
      {
        options: { password: { minLength: 6, characterSets: [] } } as never,
        site: { showsDemoHint: false, viewer: null, isFactorRequired: false },
        next: "/forum",
        lastUsed: null,
        onComplete: () => {},
      },
    );
    return createElement(RefusedLink, {
      signIn,
      code,
      message: "",
      purpose: undefined,
      source: "oauth",
      onLinkRequested: () => {},
    });
  }
  const loaderData = { root: { viewer, branding: { logo: null } } };
  const Page = createRoutesStub([{ id: "root", path: "/", Component: Card, loader: () => loaderData.root }]);
  return renderToStaticMarkup(createElement(Page, { hydrationData: { loaderData } })).replaceAll(
    "&#x27;",
    "'",
  );
}

test("a refused sign-in is explained, whatever code the URL contains", () => {
  expect(renderRefusal("identity_already_exists")).toContain("belongs to another account");
  for (const code of ["__proto__", "constructor", "zzz"])
    expect(renderRefusal(code)).toContain("Something went wrong. Try again.");
});

test("a member who couldn't link an account isn't told that signing in failed", () => {
  expect(renderRefusal("identity_already_exists")).toContain("Sign-in didn't work");
  expect(renderRefusal("identity_already_exists", { username: "ada" })).not.toContain("Sign-in didn't work");
});
