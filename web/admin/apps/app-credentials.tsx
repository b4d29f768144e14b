import { useEffect, useState } from "react";
import { useActionData } from "react-router";
import type { StepUpResult } from "#web/account/answer-with-step-up.ts";
import type { FormSuccess } from "#web/forms/answer-form.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";

export interface NewCredentials {
  readonly id: string;
  readonly secret: string | null;
}

/** Returns the credentials from the response to one of the page's forms, and the form's `onDone` handler. */
export function useNewCredentials() {
  // The response to a submission without JavaScript.
  const result = useActionData<StepUpResult>();
  const [newCredentials, setNewCredentials] = useState<NewCredentials | null>(null);
  const noScriptCredentials = result?.ok ? ((result.value as NewCredentials | undefined) ?? null) : null;
  useEffect(() => {
    if (!newCredentials) return;
    window.scrollTo(0, 0);
    document.getElementById("credentials")?.focus({ preventScroll: true });
  }, [newCredentials]);
  return {
    credentials: newCredentials ?? noScriptCredentials,
    onDone({ value }: FormSuccess) {
      setNewCredentials(value as NewCredentials);
    },
  };
}

/** Shown once: only a hash of the secret is stored. */
export function AppCredentials({ id, secret }: NewCredentials) {
  return (
    <section
      aria-labelledby="credentials"
      className="grid grid-cols-1 gap-4 rounded-lg border border-accent bg-surface p-4 sm:p-6"
    >
      <h2 id="credentials" tabIndex={-1} className="text-lg">
        <span role="status">
          {secret ? "Copy the secret now. We won't show it again." : "The app is registered."}
        </span>
      </h2>
      <Credential label="Client ID" value={id} />
      {secret ? <Credential label="Client secret" value={secret} /> : null}
    </section>
  );
}

export const Credential = ({ label, value }: { label: string; value: string }) => (
  <div>
    <p className="mb-1.5 text-sm font-semibold">{label}</p>
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 rounded-md border border-line bg-canvas px-3 py-2 text-sm wrap-anywhere">
        {value}
      </code>
      <CopyButton text={value} label={label} />
    </div>
  </div>
);

export const APPS_PATH = "/admin/apps";
export const buildAppPath = (id: string): string => `${APPS_PATH}/${id}`;
