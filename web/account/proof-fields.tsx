import { useState } from "react";
import { useLocation } from "react-router";
import { PROOF_FIELDS, type RequiredProof } from "#core/accounts/proof.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { AccountNameField } from "./account-name-field.tsx";
import { FactorCodeField, FactorSelect } from "./factor-fields.tsx";
import { TextButton } from "./form-parts.tsx";
import { type ProofPrompt, SEND_PROOF_CODE } from "./proof-prompt.ts";

/** Step-up fields: the password or a one-time code, and with an authenticator app, its code or a recovery code. */
export function ProofFields({ proof }: { proof: ProofPrompt }) {
  const { factors, problems } = proof;
  const first = getFirstField(proof);
  const [selectedId, setSelectedId] = useState(factors[0]?.id ?? "");
  const factor = factors.find(({ id }) => id === selectedId) ?? factors[0];
  if (first === "none" && !factor && proof.providers.length > 0) return null;
  if (first === "none" && !factor && proof.passkeyId) return null;
  if (first === "none" && !factor)
    return (
      <Problem>
        Your account has neither a password nor an authenticator app. Sign out, then sign in again.
      </Problem>
    );
  return (
    <>
      {first === "password" ? <AccountNameField /> : null}
      {first === "password" ? (
        <PasswordField
          label="Your password"
          name={PROOF_FIELDS.password}
          required
          data-autofocus
          autoComplete="current-password"
          error={problems.password}
        />
      ) : null}
      {first === "code" ? (
        <TextField
          label={proof.codeBy === "text" ? "Code from the text message" : "Code from the email"}
          name={PROOF_FIELDS.oneTimeCode}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={
            proof.codeSentTo && proof.codeBy === "text"
              ? "We've texted you a code."
              : proof.codeSentTo === "email"
                ? "We've sent you a code. Check your inbox."
                : proof.codeSentTo === "outbox"
                  ? proof.isAdmin
                    ? ADMIN_HINT
                    : "This site doesn't send email yet. Ask an administrator for the code."
                  : undefined
          }
          error={problems.oneTimeCode}
        />
      ) : null}
      {factors.length > 1 ? (
        <FactorSelect
          name={PROOF_FIELDS.factorId}
          factors={factors}
          selectedId={factor?.id}
          onSelect={setSelectedId}
        />
      ) : null}
      {factor ? (
        <FactorCodeField
          factor={factor}
          label="Code from your authenticator app"
          name={PROOF_FIELDS.code}
          error={problems.code}
        />
      ) : null}
    </>
  );
}

const ADMIN_HINT = (
  <>
    This site doesn't send email yet. Another administrator can find the code in the outbox. If you're the
    only one, run <code>npm run admin -- reset</code> on the server to get a link to choose a new password.
  </>
);

/** Returns which field comes first. Once a code has been requested, its field replaces the password. */
function getFirstField({ first, allowsOneTimeCode, isCodeRequested, problems }: ProofPrompt) {
  return allowsOneTimeCode && (isCodeRequested || problems.oneTimeCode !== undefined) ? "code" : first;
}

interface ProofButtonsProps {
  readonly proof: ProofPrompt;
  readonly busy: boolean;
  readonly onCancel?: () => void;
}

/** "Continue" comes first because Enter presses the first submit button. */
export function ProofButtons({ proof, busy, onCancel }: ProofButtonsProps) {
  const first = getFirstField(proof);
  if (first === "none" && proof.factors.length === 0) return <ProviderProof proof={proof} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "Verifying..." : "Continue"}
        </Button>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
      {first === "code" || proof.allowsOneTimeCode ? (
        <TextButton
          type="submit"
          name={SEND_PROOF_CODE}
          value="yes"
          formNoValidate
          busy={busy}
          className="justify-self-start text-start text-sm"
        >
          {`${
            proof.codeBy === "text"
              ? "Text me"
              : proof.isEmailConfigured
                ? "Email me"
                : proof.isAdmin
                  ? "Ask another administrator for"
                  : "Ask an administrator for"
          } ${first === "password" ? "a code instead" : proof.codeSentTo ? "another code" : "a code"}`}
        </TextButton>
      ) : null}
      <ProviderProof proof={proof} />
    </>
  );
}

interface ProviderProofProps {
  readonly proof: Pick<RequiredProof, "providers" | "providerToken">;
}

/**
 * Links to the member's providers. Signing in there again confirms the member's identity and leads back to this page
 * (on /settings/confirm, to `next`).
 */
function ProviderProof({ proof: { providers, providerToken } }: ProviderProofProps) {
  const { pathname, search } = useLocation();
  const next = new URLSearchParams(search).get("next");
  const returnPath = pathname === "/settings/confirm" ? (next ?? "/settings") : pathname + search;
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-2.5">
      {providers.map(({ id, label }) => (
        <a
          key={id}
          href={`/auth?${new URLSearchParams({ with: id, confirm: providerToken, next: returnPath })}`}
          className={buttonClasses({})}
        >
          <Icon name={`provider-${id.split(":")[0]}`} />
          Confirm with {label}
        </a>
      ))}
    </div>
  );
}
