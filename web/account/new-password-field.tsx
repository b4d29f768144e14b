import { type ReactNode, useId, useState } from "react";
import type { PasswordOwner } from "#core/accounts/password.ts";
import type { PasswordRules } from "#core/accounts/password-rules.ts";
import type { PasswordStrength } from "#core/accounts/password-strength.ts";
import { classNames } from "#web/ui/class-names.ts";
import { PasswordInput } from "#web/ui/field.tsx";

interface NewPasswordFieldProps {
  readonly label?: string;
  readonly rules: PasswordRules;
  readonly getOwner: () => PasswordOwner;
  readonly rejectionReasons?: readonly string[];
  readonly autoFocus?: boolean;
}

/** Rates a new password while it's typed. The space for the rating is reserved to avoid layout shifts. */
export function NewPasswordField({
  label = "Password",
  rules,
  getOwner,
  rejectionReasons = [],
  autoFocus,
}: NewPasswordFieldProps) {
  const id = useId();
  const [strength, setStrength] = useState<PasswordStrength | null>(null);
  // The server's reasons are outdated once the user types again.
  const [outdatedReasons, setOutdatedReasons] = useState<readonly string[] | null>(null);

  // The list of common passwords is loaded with the first keystroke.
  async function rate(input: HTMLInputElement) {
    const { ratePassword } = await import("#core/accounts/password-strength.ts");
    setStrength(input.value === "" ? null : ratePassword(input.value, rules, getOwner()));
  }

  const isRejected = rejectionReasons.length > 0 && outdatedReasons !== rejectionReasons;
  const reasons = isRejected ? rejectionReasons : (strength?.reasons ?? []);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <PasswordInput
        id={id}
        name="password"
        required
        autoComplete="new-password"
        data-autofocus={autoFocus || undefined}
        autoFocus={isRejected}
        aria-invalid={isRejected ? true : undefined}
        aria-describedby={`${id}-note`}
        onInput={(event) => {
          setOutdatedReasons(rejectionReasons);
          void rate(event.currentTarget);
        }}
      />
      <div id={`${id}-note`} className="mt-2 min-h-11 text-sm">
        {strength && !isRejected ? <Meter strength={strength} /> : null}
        {reasons.length > 0 ? (
          <Reasons reasons={reasons} isRejected={isRejected} />
        ) : strength ? null : (
          <p className="text-faint">
            At least {rules.minLength} characters. A passphrase of several words works best.
          </p>
        )}
      </div>
    </div>
  );
}

const COLORS = ["bg-danger", "bg-danger", "bg-warning", "bg-accent", "bg-accent"];

function Meter({ strength: { level, label } }: { strength: PasswordStrength }) {
  return (
    <div className="flex items-center gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: the platform's meter cannot be drawn in four steps */}
      <div
        role="meter"
        aria-label="Strength"
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={level}
        aria-valuetext={label}
        className="grid flex-1 grid-cols-4 gap-1"
      >
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classNames(
              "h-1.5 rounded-full transition-colors",
              step <= Math.max(level, 1) ? COLORS[level] : "bg-line",
            )}
          />
        ))}
      </div>
      <span className="w-18 text-end text-muted">{label}</span>
    </div>
  );
}

function Reasons({ reasons, isRejected }: { reasons: readonly string[]; isRejected: boolean }): ReactNode {
  return (
    <ul className={classNames("mt-1.5 grid gap-1", isRejected ? "text-danger" : "text-muted")}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
