import { Suspense, useRef } from "react";
import { PROOF_FIELDS } from "#core/accounts/proof.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { lazyInBrowser } from "#web/router/lazy-component.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import type { StepUpRefusal, StepUpResult } from "./answer-with-step-up.ts";
import { ProofButtons, ProofFields } from "./proof-fields.tsx";
import { isPasskeyOnly, type ProofPrompt } from "./proof-prompt.ts";

const PasskeyProof = lazyInBrowser(() => import("./passkey-proof.tsx"));

interface ConfirmFormProps {
  readonly action: string;
  readonly proof: ProofPrompt;
  readonly result?: StepUpRefusal | undefined;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

export function ConfirmForm({ action, proof, result, onDone, onCancel }: ConfirmFormProps) {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const { response, busy, submit } = useForm<StepUpResult>({
    action,
    onResponse(newResponse) {
      if (newResponse.ok) return onDone();
      const field = newResponse.proof?.isCodeRequested
        ? `[name=${PROOF_FIELDS.oneTimeCode}]`
        : "[aria-invalid]";
      form.current?.querySelector<HTMLElement>(field)?.focus();
    },
  });
  const refusal = response && !response.ok ? response : result;
  const currentProof = refusal?.proof ?? proof;

  return (
    <form ref={form} method="post" action={action} onSubmit={submit} className="grid gap-4">
      <ProofFields proof={currentProof} />
      {refusal && refusal.code !== "step_up_required" ? <Problem>{refusal.message}</Problem> : null}
      <ProofButtons proof={currentProof} busy={busy} {...(onCancel ? { onCancel } : {})} />
      {hydrated && currentProof.passkeyId ? (
        <Suspense>
          <PasskeyProof
            passkeyId={currentProof.passkeyId}
            isOnly={isPasskeyOnly(currentProof)}
            onDone={onDone}
          />
        </Suspense>
      ) : null}
      {isPasskeyOnly(currentProof) ? (
        <noscript>
          <p>
            Your account requires a passkey, which needs JavaScript. Turn on JavaScript for this site and
            reload the page, or use another browser.
          </p>
        </noscript>
      ) : null}
    </form>
  );
}
