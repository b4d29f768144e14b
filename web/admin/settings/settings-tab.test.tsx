import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { isImageSection, SECTIONS } from "#core/settings/constants.ts";
import { DEFAULT_VALUES } from "#core/settings/sections.ts";
import type { SettingsRecord } from "#core/settings/types.ts";
import { SETTINGS_INTENT_PREFIX } from "./handle-site-settings.ts";
import { SettingsTab } from "./settings-tab.tsx";

const RATE_LIMITS = { perMinute: 1, perDay: 1 };
const SETTINGS = {
  sections: Object.fromEntries(
    SECTIONS.map((section) => [
      section,
      { values: DEFAULT_VALUES[section], version: 0, changedAt: null, changedBy: null },
    ]),
  ) as unknown as SettingsRecord["sections"],
  defaults: { signUpOpen: true, aiLimits: { visitor: RATE_LIMITS, member: RATE_LIMITS, sitePerDay: 1 } },
  hasDemo: false,
  texts: { privacy: "", terms: "" },
};

function renderForms(): readonly string[] {
  const Tab = () => (
    <SettingsTab settings={SETTINGS} checks={[]} replicas={{ statuses: [] } as never} providers={[]} />
  );
  const Page = createRoutesStub([{ path: "/", Component: Tab }]);
  return renderToStaticMarkup(<Page initialEntries={["/"]} />).split("<form");
}

test("each section's form has a field for each of its values, because a missing value can't be saved", () => {
  const forms = renderForms();
  // Images are uploaded, and the setup checklist is dismissed.
  for (const section of SECTIONS.filter((name) => !isImageSection(name) && name !== "setup")) {
    const form = forms.find((html) => html.includes(`value="${SETTINGS_INTENT_PREFIX}${section}"`)) ?? "";
    const missingNames = Object.keys(DEFAULT_VALUES[section]).filter(
      (name) => !form.includes(`name="${name}"`),
    );
    expect(missingNames, section).toEqual([]);
  }
});
