import { useState } from "react";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { RecoveryCodeSheet } from "./recovery-code-sheet.tsx";

interface RecoveryCodesProps {
  readonly existing: { readonly total: number; readonly remaining: number } | null;
  readonly siteName: string;
}

/** Shows how many recovery codes are left and generates new ones, which are shown only once. */
export function RecoveryCodes({ existing, siteName }: RecoveryCodesProps) {
  const isHydrated = useHydrated();
  const { busy, problem, run } = useAccountForm("recovery-codes");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [areReplacements, setAreReplacements] = useState(false);

  async function generate() {
    const result = await run(({ mfa }) =>
      existing ? mfa.recoveryCodes.regenerate() : mfa.recoveryCodes.generate(),
    );
    if (!result) return;
    setAreReplacements(existing !== null);
    setCodes(result.codes);
  }

  if (codes)
    return (
      <RecoveryCodeSheet
        codes={codes}
        areReplacements={areReplacements}
        siteName={siteName}
        onDone={() => setCodes(null)}
      />
    );

  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm">
        {existing ? (
          <>
            <strong>
              {existing.remaining} of {existing.total}
            </strong>{" "}
            <span className="text-muted">codes left</span>
          </>
        ) : (
          <span className="text-muted">You have no recovery codes yet.</span>
        )}
      </p>
      {problem ? <Problem>{problem.message}</Problem> : null}
      <div>
        <Button disabled={!isHydrated} busy={busy} onClick={() => void generate()}>
          <Icon name="key-round" />
          {existing ? "Generate new codes" : "Generate recovery codes"}
        </Button>
      </div>
    </div>
  );
}
