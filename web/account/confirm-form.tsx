import { lazy, Suspense, useRef } from "react";
import { PROOF_FIELDS } from "#core/accounts/proof.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { sendForm } from "#web/forms/send-form.ts";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { useResponse } from "#web/router/use-response.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import type { ConfirmRefusal, ConfirmResult } from "./handle-confirm.ts";
import { ProofButtons, ProofFields } from "./proof-fields.tsx";
import type { ProofPrompt } from "./proof-prompt.ts";

const PasskeyProof = lazy(() => import("./passkey-proof.tsx"));

interface ConfirmFormProps {
  readonly action: string;
  readonly proof: ProofPrompt;
  readonly result?: ConfirmRefusal | undefined;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

export function ConfirmForm({ action, proof, result, onDone, onCancel }: ConfirmFormProps) {
  const fetcher = useFetcher<ConfirmResult>();
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const refusal = fetcher.data && !fetcher.data.ok ? fetcher.data : result;
  const currentProof = refusal?.proof ?? proof;

  useResponse(fetcher, (response) => {
    if (response.ok) return onDone();
    const field = response.proof?.sentCode ? `[name=${PROOF_FIELDS.emailedCode}]` : "[aria-invalid]";
    form.current?.querySelector<HTMLElement>(field)?.focus();
  });

  return (
    <form ref={form} method="post" action={action} onSubmit={sendForm(fetcher)} className="grid gap-4">
      <ProofFields proof={currentProof} />
      {refusal?.message ? <Problem>{refusal.message}</Problem> : null}
      <ProofButtons
        proof={currentProof}
        // Not busy while the page behind the dialog is loading, because the code can already be entered.
        busy={fetcher.state === "submitting"}
        {...(onCancel ? { onCancel } : {})}
      />
      {hydrated && currentProof.passkeyId ? (
        <Suspense>
          <PasskeyProof
            passkeyId={currentProof.passkeyId}
            isOnly={currentProof.first === "none" && currentProof.factors.length === 0}
            onDone={onDone}
          />
        </Suspense>
      ) : null}
    </form>
  );
}
