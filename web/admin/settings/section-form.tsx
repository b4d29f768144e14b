import type { ReactNode } from "react";
import { SECTION_TITLES, type SectionName } from "#core/settings/names.ts";
import type { SavedSection } from "#core/settings/types.ts";
import { DayTime } from "#web/settings/day-time.tsx";
import { SettingsSection } from "#web/settings/settings-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { AdminForm, type AdminFormState } from "../admin-form.tsx";
import type { AdminAnswer } from "../answer-admin-form.ts";
import { adminHref } from "../tabs.ts";
import { SETTINGS_INTENT } from "./answer-settings.ts";

interface SectionState<S extends SectionName> extends AdminFormState {
  /** The name, initial value and error of a text field. */
  readonly getField: (name: keyof SavedSection<S>["values"] & string) => {
    name: string;
    defaultValue: string;
    error: string | undefined;
  };
}

interface SectionFormProps<S extends SectionName> {
  readonly section: S;
  readonly lead: string;
  readonly saved: SavedSection<S>;
  readonly answer: AdminAnswer | undefined;
  /** Further buttons. */
  readonly more?: (state: AdminFormState) => ReactNode;
  readonly children: (state: SectionState<S>) => ReactNode;
}

export function SectionForm<S extends SectionName>(props: SectionFormProps<S>) {
  const { section, lead, saved, answer, more, children } = props;
  const getField =
    ({ fields, typed }: AdminFormState): SectionState<S>["getField"] =>
    (name) => ({ name, defaultValue: typed[name] ?? String(saved.values[name] ?? ""), error: fields[name] });
  return (
    <SettingsSection id={section} title={SECTION_TITLES[section]} lead={lead}>
      <AdminForm
        action={adminHref("settings")}
        intent={`${SETTINGS_INTENT}${section}`}
        anchor={section}
        // Includes the version, so that an old draft isn't restored over newer settings.
        draftKey={`settings:${section}:${saved.version}`}
        answer={answer}
      >
        {(state) => (
          <>
            {/* Someone who is told about another administrator's changes has seen them: the next attempt starts
                from that version. */}
            <input type="hidden" name="version" value={saved.version} />
            {children({ ...state, getField: getField(state) })}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button type="submit" look="primary" disabled={state.busy}>
                {state.busy ? "Saving..." : "Save"}
              </Button>
              {more?.(state)}
              <p className="text-sm text-faint">
                {saved.changedAt ? (
                  <>
                    Saved by {saved.changedBy}, <DayTime time={saved.changedAt} />
                  </>
                ) : (
                  "Not changed yet. These are the defaults."
                )}
              </p>
            </div>
          </>
        )}
      </AdminForm>
    </SettingsSection>
  );
}
