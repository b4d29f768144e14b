import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { ProviderRecord } from "#core/accounts/provider-settings.ts";
import { ProviderForm } from "./provider-form.tsx";

const PROVIDER = {
  ...{ id: "github", kind: "github", label: "GitHub", url: "", clientId: "id", scopes: "", version: 1 },
  needsSecret: false,
} as unknown as ProviderRecord;

function renderForm(provider: ProviderRecord | null): string {
  const site = { viewer: null };
  const Component = () => <ProviderForm provider={provider} kind="github" />;
  const Page = createRoutesStub([{ id: "root", path: "/", Component, loader: () => site }]);
  return renderToStaticMarkup(<Page initialEntries={["/"]} hydrationData={{ loaderData: { root: site } }} />);
}

test("the secret can be left empty only if there is a stored one that can still be decrypted", () => {
  const isOptional = (provider: ProviderRecord | null) => {
    const html = renderForm(provider);
    const isRequired = /<input[^>]*(required[^>]*name="secret"|name="secret"[^>]*required)/.test(html);
    expect(html.includes("Leave it empty to keep the stored one.")).toBe(!isRequired);
    return !isRequired;
  };
  expect(isOptional(PROVIDER)).toBe(true);
  expect(isOptional({ ...PROVIDER, needsSecret: true })).toBe(false);
  expect(isOptional(null)).toBe(false);
});
