import { SECTION_TITLES, SECTIONS } from "#core/settings/names.ts";
import type { SecurityCheck } from "#core/settings/security.ts";
import type { SettingsRecord } from "#core/settings/types.ts";
import type { AdminAnswer } from "../answer-admin-form.ts";
import { AiForm, FeaturesForm } from "./feature-forms.tsx";
import { PageTextForm } from "./page-text-form.tsx";
import { SecurityStatus } from "./security-status.tsx";
import { FooterForm, HeroForm, SiteForm } from "./site-forms.tsx";

interface SettingsTabProps {
  readonly settings: SettingsRecord;
  readonly checks: readonly SecurityCheck[];
  readonly answer: AdminAnswer | undefined;
}

const PARTS = [...SECTIONS.map((section) => ({ id: section, title: SECTION_TITLES[section] }))];

export function SettingsTab({
  settings: { sections, defaults, hasDemo, texts },
  checks,
  answer,
}: SettingsTabProps) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-5 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <nav aria-label="Sections" className="max-lg:hidden">
        <ul className="sticky top-20 grid gap-1">
          {[{ id: "security", title: "Security status" }, ...PARTS].map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="block rounded-md px-3 py-2 text-sm font-semibold text-muted transition-colors hover:bg-hover hover:text-text"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 grid-cols-1 content-start gap-5">
        <SecurityStatus checks={checks} />
        <SiteForm saved={sections.general} answer={answer} />
        <HeroForm saved={sections.hero} answer={answer} />
        <FooterForm saved={sections.footer} answer={answer} />
        <FeaturesForm saved={sections.features} defaults={defaults} hasDemo={hasDemo} answer={answer} />
        <AiForm saved={sections.ai} limits={defaults.aiLimits} answer={answer} />
        <PageTextForm kind="privacy" saved={sections.privacy} text={texts.privacy} answer={answer} />
        <PageTextForm kind="terms" saved={sections.terms} text={texts.terms} answer={answer} />
      </div>
    </div>
  );
}
