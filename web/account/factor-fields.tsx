import type { ComponentProps } from "react";
import type { VerifiableFactor } from "#core/accounts/sign-in-options.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";

interface FactorSelectProps {
  readonly name: string;
  readonly factors: readonly VerifiableFactor[];
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}

export function FactorSelect({ name, factors, selectedId, onSelect }: FactorSelectProps) {
  return (
    <SelectField
      label="Verify with"
      name={name}
      value={selectedId}
      onChange={(event) => onSelect(event.currentTarget.value)}
      options={factors.map((factor) => ({ value: factor.id, label: getFactorName(factor) }))}
    />
  );
}

function getFactorName({ type, name }: VerifiableFactor): string {
  if (type === "recovery_code") return "Recovery code";
  return name === "" ? "Authenticator app" : `Authenticator app: ${name}`;
}

interface FactorCodeFieldProps extends ComponentProps<typeof TextField> {
  readonly factor: VerifiableFactor | undefined;
}

/** The field for a recovery code or, labeled `label`, for a code from an authenticator app. */
export function FactorCodeField({ factor, label, ...rest }: FactorCodeFieldProps) {
  const isRecovery = factor?.type === "recovery_code";
  return (
    <TextField
      key={factor?.id}
      label={isRecovery ? "Recovery code" : label}
      required
      inputMode={isRecovery ? "text" : "numeric"}
      autoComplete={isRecovery ? "off" : "one-time-code"}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      hint={
        isRecovery
          ? "Enter one of your recovery codes. Each works once."
          : "Enter the 6-digit code from your authenticator app."
      }
      {...rest}
    />
  );
}
