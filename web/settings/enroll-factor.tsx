import { type FormEvent, useState } from "react";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { AccountProblem } from "./account-form.tsx";
import { RecoveryCodeSheet } from "./recovery-code-sheet.tsx";

interface EnrollFactorProps {
  readonly isFirst: boolean;
  /** Whether the member has no recovery codes yet. */
  readonly needsRecoveryCodes: boolean;
  readonly siteName: string;
}

interface Enrollment {
  readonly id: string;
  readonly qrCodeUrl: string;
  readonly secret: string;
}

/** Adds an authenticator app, confirmed with a code. Afterwards, generates recovery codes if there are none. */
export function EnrollFactor({ isFirst, needsRecoveryCodes, siteName }: EnrollFactorProps) {
  const isHydrated = useHydrated();
  const [step, setStep] = useState<"closed" | "name" | Enrollment | readonly string[]>("closed");
  const enrollForm = useAccountForm("enroll-factor");
  const codesForm = useAccountForm("recovery-codes");
  const verifyForm = useAccountForm("verify-factor");

  function close() {
    setStep("closed");
    enrollForm.clear();
    verifyForm.clear();
  }

  async function enroll(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const friendlyName = String(new FormData(event.currentTarget).get("name")).trim();
    const enrollment = await enrollForm.run((client) =>
      client.mfa.enroll({ factorType: "totp", friendlyName, issuer: siteName }),
    );
    if (!enrollment) return;
    const { qr_code: svgUrl, secret } = enrollment.totp;
    // The client returns a data URL with an SVG that isn't URL-encoded.
    const qrCodeUrl = `data:image/svg+xml,${encodeURIComponent(svgUrl.replace(/^data:[^,]*,/, ""))}`;
    setStep({ id: enrollment.id, qrCodeUrl, secret });
  }

  async function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isEnrollment(step)) return;
    const code = String(new FormData(event.currentTarget).get("code")).replace(/\s/g, "");
    const isVerified = await verifyForm.run(
      (client) => client.mfa.challengeAndVerify({ factorId: step.id, code }),
      "factor-added",
    );
    if (!isVerified) return;
    const result = needsRecoveryCodes
      ? await codesForm.run(({ mfa }) => mfa.recoveryCodes.generate())
      : undefined;
    if (result) setStep(result.codes);
    else close();
  }

  async function cancel() {
    if (isEnrollment(step)) {
      const { id } = step;
      await enrollForm.run((client) => client.mfa.unenroll({ factorId: id }));
    }
    close();
  }

  if (step === "closed")
    return (
      <div>
        <Button disabled={!isHydrated} onClick={() => setStep("name")}>
          <Icon name="plus" />
          {isFirst ? "Set up an authenticator app" : "Add another authenticator app"}
        </Button>
        <noscript>
          <p className="mt-2 text-sm text-muted">Setting up an authenticator app needs JavaScript.</p>
        </noscript>
      </div>
    );

  if (step === "name")
    return (
      <form onSubmit={enroll} className="grid max-w-sm grid-cols-1 gap-4">
        <TextField
          label="App name"
          name="name"
          maxLength={100}
          autoFocus
          hint="Any name that helps you recognize the app, for example “My phone”"
          error={enrollForm.fieldErrors.name}
        />
        <AccountProblem state={enrollForm} field="name" />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={enrollForm.busy}>
            Continue
          </Button>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    );

  if (!isEnrollment(step))
    return (
      <section aria-label="New recovery codes" className="rounded-md border border-line p-4">
        <RecoveryCodeSheet codes={step} areReplacements={false} siteName={siteName} onDone={close} />
      </section>
    );

  return (
    <form onSubmit={verify} className="grid grid-cols-1 gap-5 rounded-md border border-line bg-canvas p-4">
      <div className="flex flex-wrap gap-5">
        {/* QR codes need a light background in every theme. */}
        <img
          src={step.qrCodeUrl}
          alt="QR code with the setup key for your app"
          width={176}
          height={176}
          className="size-44 rounded-md bg-[#fff] p-2"
        />
        <div className="grid min-w-0 flex-1 basis-56 content-start gap-3 text-sm">
          <p>Scan the QR code with your authenticator app, or enter this setup key:</p>
          <p className="rounded-md border border-line bg-surface px-3 py-2 font-mono tracking-wide select-all">
            {formatSecret(step.secret)}
          </p>
          <p className="text-muted">Then enter the 6-digit code from the app.</p>
        </div>
      </div>
      <TextField
        label="Code"
        name="code"
        required
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        error={verifyForm.fieldErrors.code}
        className="max-w-44"
      />
      <AccountProblem state={verifyForm} field="code" />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={verifyForm.busy || codesForm.busy}>
          {verifyForm.busy ? "Verifying..." : "Turn on"}
        </Button>
        <Button variant="quiet" onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const isEnrollment = (step: string | Enrollment | readonly string[]): step is Enrollment =>
  typeof step === "object" && "secret" in step;

/** Splits the secret into groups of four characters, which are easier to type. */
const formatSecret = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;
