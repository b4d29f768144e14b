import type { ComponentProps, ReactNode } from "react";
import { SECTION_TITLES, type SectionName } from "#core/settings/constants.ts";
import type { SavedSection } from "#core/settings/types.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Section } from "#web/ui/section.tsx";
import { AdminForm } from "../admin-form.tsx";
import { buildAdminPath } from "../tabs.ts";
import { RESET, SETTINGS_INTENT_PREFIX } from "./handle-site-settings.ts";

export function SettingField<S extends SectionName>({
  saved,
  ...field
}: Omit<ComponentProps<typeof TextField>, "name"> & {
  saved: SavedSection<S>;
  name: keyof SavedSection<S>["values"] & string;
}) {
  return <TextField autoComplete="off" defaultValue={String(saved.values[field.name] ?? "")} {...field} />;
}

interface SectionFormProps<S extends SectionName> {
  readonly section: S;
  readonly lead: string;
  readonly saved: SavedSection<S>;
  /** The route that a form with a file is sent to, because the tab's own route refuses bodies as large as an image. */
  readonly uploadAction?: string;
  readonly resetLabel?: string | false;
  readonly saveLabel?: string;
  readonly onDone?: () => void;
  readonly extraButtons?: ReactNode;
  readonly children: ComponentProps<typeof AdminForm>["children"];
}

export function SectionForm<S extends SectionName>(props: SectionFormProps<S>) {
  const {
    section,
    lead,
    saved,
    uploadAction,
    resetLabel = false,
    saveLabel = "Save",
    onDone,
    extraButtons,
    children,
  } = props;
  return (
    <Section id={section} title={SECTION_TITLES[section]} lead={lead}>
      <AdminForm
        action={uploadAction ?? buildAdminPath("settings")}
        {...(uploadAction && { encType: "multipart/form-data" })}
        intent={`${SETTINGS_INTENT_PREFIX}${section}`}
        anchor={section}
        // Includes the version, so that an old draft isn't restored over newer settings.
        draftKey={`settings:${section}:${saved.version}`}
        {...(onDone && { onDone })}
      >
        {(state) => (
          <>
            {/* After a conflict, the administrator has seen the other changes, so the next attempt may
                replace them. */}
            <input type="hidden" name="version" value={saved.version} />
            {typeof children === "function" ? children(state) : children}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <SubmitButton label={saveLabel} busyLabel="Saving..." variant="primary" />
              {resetLabel ? (
                <SubmitButton label={resetLabel} name={RESET} value="yes" formNoValidate />
              ) : null}
              {extraButtons}
              <p className="text-sm text-faint">
                {saved.changedAt ? (
                  <>
                    Saved by {saved.changedBy}, <DayTime time={saved.changedAt} />
                  </>
                ) : (
                  "Not changed yet."
                )}
              </p>
            </div>
          </>
        )}
      </AdminForm>
    </Section>
  );
}
