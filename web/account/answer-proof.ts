import type { RouterContextProvider } from "react-router";
import { PROOF_FIELDS, type Proof, type ProofAsked } from "#core/accounts/proof.ts";
import { attempt } from "#web/operation.ts";
import { appContext } from "#web/server-context.ts";
import { textField } from "#web/shell/text-field.ts";

type Context = Readonly<RouterContextProvider>;

/** How a form asks for proof of who is signed in. */
export interface AskedProof extends ProofAsked {
  /** What was wrong with what was given, by field. */
  readonly problems: Readonly<Record<string, string>>;
  /** Whether a code was just sent: by email, or to the outbox for an admin to read out. */
  readonly sentCode: "email" | "outbox" | null;
}

/** The name of the button that emails a code. */
export const SEND_PROOF_CODE = "send-proof-code";

/** The fields of a proof, whose values are never sent back. */
export const PROOF_FIELD_NAMES: readonly string[] = [...Object.values(PROOF_FIELDS), SEND_PROOF_CODE];

/** What to ask for; null for somebody who is not signed in any more. */
export async function askForProof(
  context: Context,
  problems: Readonly<Record<string, string>> = {},
  isCodeSent = false,
): Promise<AskedProof | null> {
  const asked = await attempt(context, (app, viewer) => app.auth.own.describeProof(viewer));
  if (!asked.ok) return null;
  const { sendsMails } = context.get(appContext).mail;
  return { ...asked.value, problems, sentCode: isCodeSent ? (sendsMails ? "email" : "outbox") : null };
}

/** The proof that came with a form; undefined if none did. */
export function readProof(form: FormData): Proof | undefined {
  const names = Object.entries(PROOF_FIELDS) as [keyof Proof, string][];
  if (!names.some(([, name]) => form.has(name))) return undefined;
  return Object.fromEntries(names.map(([key, name]) => [key, textField(form, name)])) as unknown as Proof;
}
