import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { PROOF_FIELDS } from "#core/accounts/proof.ts";
import type { ConfirmAnswer, ConfirmRefusal } from "./answer-confirm.ts";
import { ProblemNote } from "./form-parts.tsx";
import { ProofButtons, ProofFields } from "./proof-fields.tsx";
import type { ProofPrompt } from "./proof-prompt.ts";

interface ConfirmFormProps {
  readonly action: string;
  readonly proof: ProofPrompt;
  /** The response to a form sent without scripts. */
  readonly answer?: ConfirmRefusal | undefined;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

/** Asks a signed-in member to confirm their identity (step-up). */
export function ConfirmForm({ action, proof, answer, onDone, onCancel }: ConfirmFormProps) {
  const fetcher = useFetcher<ConfirmAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const refusal = fetcher.data && !fetcher.data.ok ? fetcher.data : answer;
  const currentProof = refusal?.proof ?? proof;
  const done = useRef(onDone);
  done.current = onDone;

  useEffect(() => {
    if (fetcher.data?.ok) done.current();
    else if (fetcher.data) {
      const field = fetcher.data.proof?.sentCode ? `[name=${PROOF_FIELDS.mailedCode}]` : "[aria-invalid]";
      form.current?.querySelector<HTMLElement>(field)?.focus();
    }
  }, [fetcher.data]);

  return (
    <fetcher.Form ref={form} method="post" action={action} className="grid gap-4">
      <ProofFields proof={currentProof} />
      {refusal?.message ? <ProblemNote>{refusal.message}</ProblemNote> : null}
      <ProofButtons
        proof={currentProof}
        busy={fetcher.state !== "idle"}
        {...(onCancel ? { onCancel } : {})}
      />
    </fetcher.Form>
  );
}
