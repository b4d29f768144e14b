import { PROOF_FIELDS, type Proof, type RequiredProof } from "#core/accounts/proof.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { attempt } from "#web/operation.ts";
import { appContext, identityContext, type RequestContext } from "#web/server-context.ts";

export interface ProofPrompt extends RequiredProof {
  readonly problems: Readonly<Record<string, string>>;
  /** Whether the user has just requested a code. They may enter an earlier one even if no new one could be sent. */
  readonly isCodeRequested: boolean;
  /**
   * Set when a code has just been sent. "outbox" if the site doesn't send email, so that an administrator has to look
   * up an emailed code in the outbox. For texted codes (`codeBy`), only whether this is null matters.
   */
  readonly codeSentTo: "email" | "outbox" | null;
  readonly isEmailConfigured: boolean;
  /** Administrators can't look up their own codes in the outbox. */
  readonly isAdmin: boolean;
}

/** Whether a passkey is the only way for the user to confirm their identity. */
export const isPasskeyOnly = ({ first, factors, providers, passkeyId }: RequiredProof): boolean =>
  first === "none" && factors.length === 0 && providers.length === 0 && passkeyId !== null;

/** The name of the button that sends a code. */
export const SEND_PROOF_CODE = "send-proof-code";

/** Returns what to ask for, or null if the user is no longer signed in. */
export async function loadProofPrompt(
  context: RequestContext,
  problems: Readonly<Record<string, string>> = {},
  codeRequest: "sent" | "refused" | null = null,
): Promise<ProofPrompt | null> {
  const result = await attempt(context, (app, viewer) => app.auth.account.describeProof(viewer));
  if (!result.ok) return null;
  const { isEmailConfigured } = context.get(appContext).mailer;
  return {
    ...result.value,
    problems,
    isCodeRequested: codeRequest !== null,
    codeSentTo: codeRequest === "sent" ? (isEmailConfigured ? "email" : "outbox") : null,
    isEmailConfigured,
    isAdmin: context.get(identityContext).viewer?.role === "admin",
  };
}

/** Reads the proof from a form; undefined if it has none of the fields. */
export function parseProof(form: FormData): Proof | undefined {
  const entries = Object.entries(PROOF_FIELDS) as [keyof Proof, string][];
  if (!entries.some(([, name]) => form.has(name))) return undefined;
  return Object.fromEntries(
    entries.map(([key, name]) => [key, getTextField(form, name)]),
  ) as unknown as Proof;
}
