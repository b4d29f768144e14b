import { useState } from "react";
import { PROOF_FIELDS } from "#core/accounts/proof.ts";
import { Problem } from "#web/settings/problem.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { type AskedProof, SEND_PROOF_CODE } from "./answer-act.ts";

/** The controls that prove once more who asks: the password or a mailed code, and the second factor where there is one. */
export function ProofFields({ proof: { first, factors, problems } }: { proof: AskedProof }) {
  const [chosen, setChosen] = useState(factors[0]?.id ?? "");
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];
  const isRecovery = factor?.type === "recovery_code";
  if (first === "none" && !factor)
    return (
      <Problem>
        Your account has neither a password nor a second factor to prove it with. Sign out, then sign in
        again.
      </Problem>
    );
  return (
    <>
      {first === "password" ? (
        <TextField
          label="Your password"
          name={PROOF_FIELDS.password}
          type="password"
          required
          data-autofocus
          autoComplete="current-password"
          error={problems.password}
        />
      ) : null}
      {first === "code" ? (
        <>
          <p className="text-sm text-muted">You have no password, so a code by mail proves that it is you.</p>
          <Button
            type="submit"
            size="sm"
            name={SEND_PROOF_CODE}
            value="yes"
            formNoValidate
            className="justify-self-start"
          >
            Send me a code
          </Button>
          <TextField
            label="Code from the email"
            name={PROOF_FIELDS.mailedCode}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            error={problems.mailedCode}
          />
        </>
      ) : null}
      {factors.length > 1 ? (
        <SelectField
          label="Prove it with"
          name={PROOF_FIELDS.factorId}
          value={factor?.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {factors.map(({ id, type, name }) => (
            <option key={id} value={id}>
              {type === "recovery_code"
                ? "A recovery code"
                : name
                  ? `Authenticator app: ${name}`
                  : "Authenticator app"}
            </option>
          ))}
        </SelectField>
      ) : null}
      {factor ? (
        <TextField
          key={factor.id}
          label={isRecovery ? "Recovery code" : "Code from your second factor"}
          name={PROOF_FIELDS.code}
          required
          inputMode={isRecovery ? "text" : "numeric"}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          hint={isRecovery ? "Each works once." : "The six digits your app shows now."}
          error={problems.code}
        />
      ) : null}
    </>
  );
}
