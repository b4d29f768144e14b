import type { GoTrueClient } from "@supabase/auth-js";
import { type RefObject, useEffect, useState } from "react";
import { useActionData, useRevalidator } from "react-router";
import { readClientError } from "#core/accounts/auth-failure.ts";
import { ERRORS } from "#core/errors.ts";
import { NOTICES, type Notice } from "#core/notices.ts";
import type { FormResult } from "#web/forms/answer-form.ts";
import { findField, getErrorMessage } from "#web/forms/describe-error.ts";
import { toast } from "#web/ui/toast.tsx";
import { useConfirmIdentity } from "./confirm-identity.tsx";

interface Problem {
  readonly message: string;
  readonly needsStepUp?: boolean;
  readonly fieldErrors: Readonly<Record<string, string>>;
}

type Call<T> = (client: GoTrueClient) => Promise<{ data: T; error: null } | { data: unknown; error: Error }>;

interface Options {
  /** If set, focus moves to this form's invalid field after an error. */
  readonly form?: RefObject<HTMLFormElement | null>;
  /** A hidden field that distinguishes forms with the same intent. */
  readonly id?: readonly [name: string, value: string];
}

/** Runs the auth client's calls for a form that changes the member's account. */
export function useAccountForm(intent: string, { form, id }: Options = {}) {
  // The response to a submission without JavaScript.
  const result = useActionData<FormResult>();
  const { revalidate } = useRevalidator();
  const confirmIdentity = useConfirmIdentity();
  const [busy, setBusy] = useState(false);
  const isOwnResult = result?.intent === intent && !result.ok && (!id || result.input[id[0]] === id[1]);
  const refusal = isOwnResult ? result : null;
  const [problem, setProblem] = useState<Problem | null>(refusal);

  useEffect(() => {
    if (problem) form?.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problem, form]);

  /**
   * Returns the call's result after reloading the page's data. Returns undefined if the call failed, the step-up was
   * canceled or another call is running. If the call needs a step-up, opens the dialog and retries, unless the form has
   * its own field for the code.
   */
  async function run<T>(
    call: Call<T>,
    notice?: Notice,
    { hasCodeField = false } = {},
  ): Promise<T | undefined> {
    if (busy) return undefined;
    setBusy(true);
    setProblem(null);
    try {
      const { getAuthClient } = await import("#web/session/auth-client.ts");
      const client = await getAuthClient();
      let result = await call(client);
      if (!hasCodeField && isProofNeeded(result.error)) {
        if (!(await confirmIdentity())) {
          setProblem(STEP_UP_CANCELED);
          return undefined;
        }
        result = await call(client);
      }
      const { data, error } = result;
      if (error) throw error;
      if (notice) toast(NOTICES[notice]);
      await revalidate();
      return data as T;
    } catch (error) {
      setProblem(toProblem(error, intent));
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  return {
    intent,
    busy,
    problem,
    fieldErrors: problem?.fieldErrors ?? {},
    input: refusal?.input ?? {},
    run,
    clear: () => setProblem(null),
  };
}

const STEP_UP_CANCELED: Problem = { message: ERRORS.step_up_required.message, fieldErrors: {} };

const isProofNeeded = (error: Error | null) =>
  (error as { code?: string } | null)?.code === "reauthentication_needed";

function toProblem(error: unknown, intent: string): Problem {
  if ((error as Error).name === "AuthSessionMissingError")
    return { message: "You've been signed out. Sign in again.", fieldErrors: {} };
  const { code, message } = readClientError(error);
  const text = getErrorMessage(code, message);
  const field = findField(code, intent);
  return { message: text, fieldErrors: field ? { [field]: text } : {} };
}
