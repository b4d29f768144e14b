import type { GoTrueClient } from "@supabase/auth-js";
import { type RefObject, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { NOTICES, type Notice } from "#core/notices.ts";
import { useConfirmIdentity } from "#web/account/confirm-identity.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { SettingsAnswer } from "./answer-settings.ts";
import { fieldOf, wordsOf } from "./field-of.ts";

interface Problem {
  readonly message: string;
  /** Whether proof of who is signed in would help. */
  readonly needsProof?: boolean;
  readonly fields: Readonly<Record<string, string>>;
}

type Call<T> = (client: GoTrueClient) => Promise<{ data: T; error: null } | { data: unknown; error: Error }>;

/**
 * What the official auth client does for a form of the settings. `answer` is the server's, where the form was sent
 * without script. A refusal leaves everything as it was typed, and has the focus where it is to be mended: in `form`.
 */
export function useAccountForm(
  intent: string,
  answer?: SettingsAnswer,
  form?: RefObject<HTMLFormElement | null>,
) {
  const { revalidate } = useRevalidator();
  const confirmIdentity = useConfirmIdentity();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(
    answer && !answer.ok && answer.intent === intent ? answer : null,
  );

  useEffect(() => {
    if (problem) form?.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problem, form]);

  /**
   * What the call returned, once the page's data have been loaded again; undefined if it was refused. Where it takes a
   * recent sign-in, a dialog asks for proof, and the call is made again; unless the form has a field for the code itself.
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
      const { getAuthClient } = await import("#web/account/auth-client.ts");
      const client = await getAuthClient();
      let answer = await call(client);
      if (!hasCodeField && isProofNeeded(answer.error) && (await confirmIdentity()))
        answer = await call(client);
      const { data, error } = answer;
      if (error) throw error;
      if (notice) toast(NOTICES[notice]);
      await revalidate();
      return data as T;
    } catch (error) {
      setProblem(problemOf(error, intent));
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, fields: problem?.fields ?? {}, run, clear: () => setProblem(null) };
}

const isProofNeeded = (error: Error | null) =>
  (error as { code?: string } | null)?.code === "reauthentication_needed";

function problemOf(error: unknown, intent: string): Problem {
  const { code = "", message = "", name = "" } = error as { code?: string; message?: string; name?: string };
  if (name === "AuthSessionMissingError")
    return { message: "You've been signed out. Sign in again.", fields: {} };
  if (name === "AuthRetryableFetchError" || error instanceof TypeError)
    return { message: "We can't reach the server. Try again in a moment.", fields: {} };
  const words = wordsOf(code, message);
  const field = fieldOf(code, intent);
  return { message: words, fields: field ? { [field]: words } : {} };
}
