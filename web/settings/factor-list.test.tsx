import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AccountOverview } from "#core/accounts/own-account.ts";
import { FactorList } from "./factor-list.tsx";

test("a member without an email address is asked to add one only if that lets them add an authenticator app", () => {
  const renderList = (factorEnrollment: AccountOverview["factorEnrollment"]) => {
    const account = {
      email: null,
      factors: [],
      passkeys: null,
      factorEnrollment,
    } as unknown as AccountOverview;
    return renderToStaticMarkup(createElement(FactorList, { account, siteName: "Lattice" }));
  };
  expect(renderList("address")).toContain("Add an email address first.");
  expect(renderList("off")).toContain("This site doesn&#x27;t allow new authenticator apps.");
  expect(renderList("off")).not.toContain("Add an email address first.");
});
