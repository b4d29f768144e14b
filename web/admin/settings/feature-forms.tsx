import type { AiLimits, SavedSection, SettingDefaults } from "#core/settings/types.ts";
import { TextField } from "#web/ui/field.tsx";
import type { AdminAnswer } from "../answer-admin-form.ts";
import { SectionForm } from "./section-form.tsx";
import { SwitchField } from "./switch-field.tsx";

interface FeaturesProps {
  readonly saved: SavedSection<"features">;
  readonly defaults: SettingDefaults;
  readonly hasDemo: boolean;
  readonly answer: AdminAnswer | undefined;
}

const ON_OFF = [
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
] as const;
const written = (value: boolean | null) => (value === null ? "" : value ? "on" : "off");

export function FeaturesForm({ saved, defaults, hasDemo, answer }: FeaturesProps) {
  const { signUp, aiTools, demoHint } = saved.values;
  const byDefault = defaults.signUpOpen ? "open" : "closed";
  const inForce = (signUp ?? defaults.signUpOpen) ? "open" : "closed";
  return (
    <SectionForm section="features" lead="What the site offers." saved={saved} answer={answer}>
      {({ fields, typed }) => (
        <>
          <SwitchField
            label="Sign-up"
            name="signUp"
            value={typed.signUp ?? written(signUp)}
            options={[
              { value: "", label: `Use AUTH_DISABLE_SIGNUP (${byDefault})` },
              { value: "on", label: "Open" },
              { value: "off", label: "Closed" },
            ]}
            hint={`Currently ${inForce}. When closed, new visitors can't sign up; members can still sign in, and administrators can send invitations.`}
            error={fields.signUp}
          />
          <SwitchField
            label="AI tools"
            name="aiTools"
            value={typed.aiTools ?? written(aiTools)}
            options={ON_OFF}
            hint="When off, the navigation hides them, their page says so, and the chat function refuses requests."
            error={fields.aiTools}
          />
          {hasDemo ? (
            <SwitchField
              label="Demo hint"
              name="demoHint"
              value={typed.demoHint ?? written(demoHint)}
              options={ON_OFF}
              hint="The line in the login dialog with the demo administrator's name and password."
              error={fields.demoHint}
            />
          ) : (
            <input type="hidden" name="demoHint" value={written(demoHint)} />
          )}
        </>
      )}
    </SectionForm>
  );
}

interface AiProps {
  readonly saved: SavedSection<"ai">;
  readonly limits: AiLimits;
  readonly answer: AdminAnswer | undefined;
}

export function AiForm({ saved, limits, answer }: AiProps) {
  const { visitor, member, sitePerDay } = limits;
  const rows = [
    {
      name: "visitorPerMinute",
      label: "Per visitor, per minute",
      most: visitor.perMinute,
      variable: "AI_VISITOR_PER_MINUTE",
    },
    {
      name: "visitorPerDay",
      label: "Per visitor, per day",
      most: visitor.perDay,
      variable: "AI_VISITOR_PER_DAY",
    },
    {
      name: "memberPerMinute",
      label: "Per member, per minute",
      most: member.perMinute,
      variable: "AI_MEMBER_PER_MINUTE",
    },
    {
      name: "memberPerDay",
      label: "Per member, per day",
      most: member.perDay,
      variable: "AI_MEMBER_PER_DAY",
    },
    {
      name: "sitePerDay",
      label: "Entire site, per day",
      most: sitePerDay,
      variable: "AI_SITE_PER_DAY",
    },
  ] as const;
  return (
    <SectionForm
      section="ai"
      lead="The maximum number of AI answers. Days end at midnight UTC. Empty fields use the value from the environment."
      saved={saved}
      answer={answer}
    >
      {({ getField }) => (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {rows.map(({ name, label, most, variable }) => {
            const stored = saved.values[name];
            const environment = `${variable} is ${most.toLocaleString("en")}`;
            return (
              <TextField
                key={name}
                label={label}
                {...getField(name)}
                inputMode="numeric"
                maxLength={20}
                autoComplete="off"
                placeholder={String(most)}
                hint={
                  stored === null
                    ? `Currently ${most.toLocaleString("en")}, from ${variable}.`
                    : `Currently ${stored.toLocaleString("en")}. ${environment}.`
                }
              />
            );
          })}
        </div>
      )}
    </SectionForm>
  );
}
