import { MEMBER_INVITATIONS_PER_DAY } from "#core/invitations/limits.ts";
import type { AiLimits, SavedSection, SettingDefaults } from "#core/settings/types.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { formatOnOff, ON_OFF, RadioField } from "./radio-field.tsx";
import { SectionForm, SettingField } from "./section-form.tsx";

interface FeaturesProps {
  readonly saved: SavedSection<"features">;
  readonly defaults: SettingDefaults;
  readonly hasDemo: boolean;
}

export function FeaturesForm({ saved, defaults, hasDemo }: FeaturesProps) {
  const { signUp, aiTools, demoHint } = saved.values;
  const defaultState = defaults.signUpOpen ? "open" : "closed";
  const currentSignUp = signUp ?? defaults.signUpOpen;
  const currentState = currentSignUp === "invited" ? "by invitation only" : currentSignUp ? "open" : "closed";
  return (
    <SectionForm section="features" lead="Turn parts of the site on or off." saved={saved}>
      <RadioField
        label="Sign-up"
        name="signUp"
        value={signUp === "invited" ? signUp : formatOnOff(signUp)}
        options={[
          { value: "", label: `Default (${defaultState})` },
          { value: "on", label: "Open" },
          { value: "invited", label: "By invitation only" },
          { value: "off", label: "Closed" },
        ]}
        hint={`Currently ${currentState}. With “By invitation only”, people need an invitation to sign up. With “Closed”, no one can sign up. Members can always sign in.`}
      />
      <RadioField
        label="AI tools"
        name="aiTools"
        value={formatOnOff(aiTools)}
        options={ON_OFF}
        hint="When off, AI tools are hidden and their API returns an error."
      />
      {hasDemo ? (
        <RadioField
          label="Demo hint"
          name="demoHint"
          value={formatOnOff(demoHint)}
          options={ON_OFF}
          hint="Shows the demo administrator's email and password in the sign-in form."
        />
      ) : (
        <input type="hidden" name="demoHint" value={formatOnOff(demoHint)} />
      )}
    </SectionForm>
  );
}

export function AiForm({ saved, limits }: { saved: SavedSection<"ai">; limits: AiLimits }) {
  const { visitor, member, sitePerDay } = limits;
  const rows = [
    ["visitorPerMinute", "Per visitor, per minute", visitor.perMinute, "AI_VISITOR_PER_MINUTE"],
    ["visitorPerDay", "Per visitor, per day", visitor.perDay, "AI_VISITOR_PER_DAY"],
    ["memberPerMinute", "Per member, per minute", member.perMinute, "AI_MEMBER_PER_MINUTE"],
    ["memberPerDay", "Per member, per day", member.perDay, "AI_MEMBER_PER_DAY"],
    ["sitePerDay", "Entire site, per day", sitePerDay, "AI_SITE_PER_DAY"],
  ] as const;
  return (
    <SectionForm
      section="ai"
      lead="The maximum number of AI answers. Days end at midnight UTC. Leave empty to use the default from the environment variable."
      saved={saved}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {rows.map(([name, label, limit, variable]) => {
          const savedLimit = saved.values[name];
          return (
            <SettingField
              saved={saved}
              key={name}
              label={label}
              name={name}
              inputMode="numeric"
              maxLength={20}
              placeholder={String(limit)}
              hint={
                savedLimit === null
                  ? `Currently ${limit.toLocaleString("en")}, from ${variable}.`
                  : `Currently ${savedLimit.toLocaleString("en")}. ${variable} is ${limit.toLocaleString("en")}.`
              }
            />
          );
        })}
      </div>
    </SectionForm>
  );
}

/** Who may invite people. Whether an invitation is required to sign up is set in FeaturesForm. */
export function InvitationsForm({ saved }: { saved: SavedSection<"invitations"> }) {
  return (
    <SectionForm
      section="invitations"
      lead="Who can invite people to join. An invitation works only while the person who sent it is allowed to invite people."
      saved={saved}
      extraButtons={<ButtonLink to="/admin/invitations">Manage invitations</ButtonLink>}
    >
      <RadioField
        label="Who can invite"
        name="members"
        value={saved.values.members ? "on" : "off"}
        options={[
          { value: "off", label: "Administrators" },
          { value: "on", label: "Administrators and trusted members" },
        ]}
        hint="Members are trusted once they have the Verified badge or all of their new-member limits are lifted."
      />
      <SettingField
        saved={saved}
        label="Invitations per trusted member, per day"
        name="perDay"
        inputMode="numeric"
        maxLength={5}
        placeholder={String(MEMBER_INVITATIONS_PER_DAY)}
        hint="Links and emails together. Administrators have no limit."
      />
    </SectionForm>
  );
}
