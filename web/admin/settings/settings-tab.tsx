import type { ProviderRecord } from "#core/accounts/provider-settings.ts";
import { PAGE_TEXT_MAX, SECTION_TITLES, SECTIONS } from "#core/settings/constants.ts";
import type { SecurityCheck } from "#core/settings/security.ts";
import type { PageKind, SavedSection, SettingsRecord } from "#core/settings/types.ts";
import type { ReplicaOverview } from "#server/admin/index.ts";
import { APPS_PATH } from "#web/admin/apps/app-credentials.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { TextAreaField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { Prose } from "#web/ui/prose.tsx";
import { Section } from "#web/ui/section.tsx";
import { ProviderList } from "../providers/provider-list.tsx";
import { buildMemberListPath } from "../users/member-paths.ts";
import { AccentForm } from "./accent-form.tsx";
import { AiForm, FeaturesForm, InvitationsForm } from "./feature-forms.tsx";
import { PREVIEW } from "./handle-site-settings.ts";
import { ImageForm } from "./image-form.tsx";
import { ReplicaList } from "./replica-list.tsx";
import { SectionForm } from "./section-form.tsx";
import { FooterForm, HeroForm, SiteForm, WelcomeForm } from "./site-forms.tsx";

interface SettingsTabProps {
  readonly settings: SettingsRecord;
  readonly checks: readonly SecurityCheck[];
  readonly replicas: ReplicaOverview;
  readonly providers: readonly ProviderRecord[];
}

const SECTION_LINKS = SECTIONS.filter((section) => section !== "setup").map((section) => ({
  id: section,
  title: SECTION_TITLES[section],
}));

export function SettingsTab({
  settings: { sections, defaults, hasDemo, texts },
  checks,
  replicas,
  providers,
}: SettingsTabProps) {
  const links = [
    { id: "security", title: "Security status" },
    ...(replicas.statuses.length > 0 ? [{ id: "replicas", title: "Database replicas" }] : []),
    { id: "providers", title: "Sign-in providers" },
    ...SECTION_LINKS,
    { id: "apps", title: "Apps" },
  ];
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-5 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <nav
        aria-label="Sections"
        className="-mx-(--gutter) overflow-x-auto px-(--gutter) [scrollbar-width:none] lg:mx-0 lg:overflow-visible lg:px-0"
      >
        <ul className="flex gap-2 lg:sticky lg:top-20 lg:grid lg:gap-1">
          {links.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="block rounded-full border border-line px-3 py-1.5 text-sm whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text lg:rounded-md lg:border-0 lg:py-2 lg:font-semibold"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 grid-cols-1 content-start gap-5">
        <SecurityStatus checks={checks} />
        {replicas.statuses.length > 0 ? <ReplicaList {...replicas} /> : null}
        <ProviderList providers={providers} />
        <SiteForm saved={sections.general} />
        <ImageForm section="logo" saved={sections.logo} />
        <ImageForm section="favicon" saved={sections.favicon} />
        <AccentForm saved={sections.accent} />
        <WelcomeForm saved={sections.welcome} />
        <HeroForm saved={sections.hero} hasDemo={hasDemo} />
        <FooterForm saved={sections.footer} />
        <FeaturesForm saved={sections.features} defaults={defaults} hasDemo={hasDemo} />
        <InvitationsForm saved={sections.invitations} />
        <AiForm saved={sections.ai} limits={defaults.aiLimits} />
        <PageTextForm kind="privacy" saved={sections.privacy} text={texts.privacy} />
        <PageTextForm kind="terms" saved={sections.terms} text={texts.terms} />
        <Section
          id="apps"
          title="Apps"
          lead="Other programs can let people sign in with their account on this site."
        >
          <ButtonLink to={APPS_PATH}>Manage apps</ButtonLink>
        </Section>
      </div>
    </div>
  );
}

interface PageTextFormProps {
  readonly kind: PageKind;
  readonly saved: SavedSection<PageKind>;
  readonly text: string;
}

function PageTextForm({ kind, saved, text }: PageTextFormProps) {
  return (
    <SectionForm
      section={kind}
      lead={`Shown at /${kind}, which every page links to in its footer.`}
      saved={saved}
      extraButtons={<SubmitButton label="Preview" name={PREVIEW} value="yes" formNoValidate />}
    >
      {({ output }) => (
        <>
          <TextAreaField
            label="Text"
            name="text"
            rows={14}
            maxLength={2 * PAGE_TEXT_MAX}
            // Limited in height, because long text would push everything below it out of reach.
            className="[&_textarea]:max-h-[32rem]"
            defaultValue={text}
            hint="Supports Markdown. {site} is replaced with the site name, {contact} with the admin email. Leave empty to use the built-in text."
          />
          <div role="status" className="empty:-mt-4">
            {output === undefined ? null : (
              <section
                aria-label="Preview"
                className="max-h-[32rem] overflow-y-auto rounded-md border border-line-strong p-4"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
                tabIndex={0}
              >
                <Prose html={output} />
              </section>
            )}
          </div>
        </>
      )}
    </SectionForm>
  );
}

const STATES: Readonly<Record<SecurityCheck["state"], { label: string; icon: IconName; className: string }>> =
  {
    ok: { label: "OK", icon: "shield-check", className: "text-accent" },
    attention: { label: "Needs attention", icon: "shield-alert", className: "text-warning" },
    unknown: { label: "Unknown", icon: "eye-off", className: "text-faint" },
  };

const CHECK_LINKS: Readonly<Record<string, { readonly label: string; readonly to: string }>> = {
  factors: { label: "Administrators", to: buildMemberListPath({ role: "admin" }) },
  mail: { label: "Outbox", to: "/admin/outbox" },
};

function SecurityStatus({ checks }: { checks: readonly SecurityCheck[] }) {
  const attentionCount = checks.filter(({ state }) => state === "attention").length;
  return (
    <Section
      id="security"
      title="Security status"
      lead={`Checked just now. ${
        attentionCount === 0
          ? "Nothing needs attention."
          : `${attentionCount} of ${checks.length} need${attentionCount === 1 ? "s" : ""} attention.`
      }`}
    >
      <ul className="grid grid-cols-1 divide-y divide-line border-t border-line">
        {checks.map(({ id, title, state, finding, advice }) => {
          const { label, icon, className } = STATES[state];
          const link = CHECK_LINKS[id];
          return (
            <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3.5 last:pb-0">
              <Icon name={icon} size={18} className={classNames("mt-0.5", className)} />
              <div className="min-w-0">
                <div className="flex flex-wrap items-baseline gap-x-3">
                  <h3 className="text-sm font-semibold">{title}</h3>
                  <p className={classNames("text-sm font-semibold", className)}>{label}</p>
                </div>
                <p className="mt-1 max-w-[75ch] text-sm wrap-anywhere text-muted">{finding}</p>
                {advice ? (
                  <p className="mt-1 max-w-[75ch] text-sm wrap-anywhere">
                    <span className="font-semibold">Recommended: </span>
                    {advice}
                  </p>
                ) : null}
                {link ? (
                  <Link
                    to={link.to}
                    className="mt-1.5 inline-flex items-center gap-1 text-sm font-semibold text-accent text-link"
                  >
                    {link.label}
                    <Icon name="chevron-right" size={14} />
                  </Link>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
