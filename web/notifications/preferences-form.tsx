import {
  isAllowedPreference,
  NOTIFICATION_KINDS,
  NOTIFICATION_PREFERENCES,
  type NotificationPreference,
  type NotificationPreferences,
} from "#core/notifications/kinds.ts";
import { KIND_LABELS } from "#core/notifications/wording.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";

const PREFERENCE_LABELS: Readonly<Record<NotificationPreference, string>> = {
  site: "On site",
  email: "On site and email",
  never: "Off",
};

interface PreferencesFormProps {
  readonly action: string;
  readonly preferences: NotificationPreferences;
}

export function PreferencesForm({ action, preferences }: PreferencesFormProps) {
  return (
    <ActionForm action={action} intent="preferences" className="grid grid-cols-1">
      {({ fieldErrors, input }) => (
        <>
          {NOTIFICATION_KINDS.map((kind) => {
            const { name, description } = KIND_LABELS[kind];
            const selectedValue = input[kind] ?? preferences[kind];
            return (
              <fieldset
                key={kind}
                className="grid grid-cols-1 gap-x-6 gap-y-2.5 border-b border-line py-4 first-of-type:pt-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
              >
                <legend className="sr-only">{name}</legend>
                <div aria-hidden="true">
                  <p className="text-sm font-semibold">{name}</p>
                  <p className="mt-0.5 text-sm text-muted">{description}</p>
                </div>
                <div>
                  <div className="flex w-fit max-w-full flex-wrap rounded-md border border-line bg-canvas p-1">
                    {NOTIFICATION_PREFERENCES.filter((option) => isAllowedPreference(kind, option)).map(
                      (option) => (
                        <label
                          key={option}
                          className="cursor-pointer rounded-sm px-3 py-1.5 text-sm font-semibold text-muted transition-colors hover:text-text has-checked:bg-hover has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
                        >
                          <input
                            type="radio"
                            name={kind}
                            value={option}
                            defaultChecked={selectedValue === option}
                            className="sr-only"
                          />
                          {PREFERENCE_LABELS[option]}
                        </label>
                      ),
                    )}
                  </div>
                  {fieldErrors[kind] ? <p className="mt-1 text-sm text-danger">{fieldErrors[kind]}</p> : null}
                </div>
              </fieldset>
            );
          })}
          <div className="mt-5">
            <SubmitButton label="Save changes" busyLabel="Saving..." variant="primary" />
          </div>
        </>
      )}
    </ActionForm>
  );
}
