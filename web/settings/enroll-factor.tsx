import { type FormEvent, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { Problem } from "./problem.tsx";
import { useAccountForm } from "./use-account-form.ts";

interface Enrolled {
  readonly id: string;
  /** Data URL of the QR code. */
  readonly picture: string;
  readonly secret: string;
}

/** Adds an authenticator app: asks for a name, shows the secret, then verifies a code. */
export function EnrollFactor({ isFirst, siteName }: { isFirst: boolean; siteName: string }) {
  const hydrated = useHydrated();
  const [step, setStep] = useState<"closed" | "name" | Enrolled>("closed");
  const begin = useAccountForm("enroll-factor");
  const prove = useAccountForm("prove-factor");
  const opener = useRef<HTMLButtonElement>(null);

  function close() {
    setStep("closed");
    begin.clear();
    prove.clear();
    requestAnimationFrame(() => opener.current?.focus());
  }

  async function enroll(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const friendlyName = String(new FormData(event.currentTarget).get("name")).trim();
    const enrolled = await begin.run((client) =>
      client.mfa.enroll({ factorType: "totp", friendlyName, issuer: siteName }),
    );
    if (!enrolled) return;
    const { qr_code: drawing, secret } = enrolled.totp;
    // The client returns a data URL whose SVG isn't URL-encoded.
    const picture = `data:image/svg+xml,${encodeURIComponent(drawing.replace(/^data:[^,]*,/, ""))}`;
    setStep({ id: enrolled.id, picture, secret });
  }

  async function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (typeof step === "string") return;
    const code = String(new FormData(event.currentTarget).get("code")).replace(/\s/g, "");
    const proved = await prove.run(
      (client) => client.mfa.challengeAndVerify({ factorId: step.id, code }),
      "factor-added",
    );
    if (proved) close();
  }

  async function cancel() {
    if (typeof step !== "string") {
      const { id } = step;
      await begin.run((client) => client.mfa.unenroll({ factorId: id }));
    }
    close();
  }

  if (step === "closed")
    return (
      <div>
        <Button ref={opener} disabled={!hydrated} onClick={() => setStep("name")}>
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
          label="Name of this app"
          name="name"
          maxLength={100}
          autoFocus
          hint="To recognize it later, for example “My phone”"
          error={begin.fields.name}
        />
        {begin.problem && !begin.fields.name ? <Problem>{begin.problem.message}</Problem> : null}
        <div className="flex gap-2">
          <Button type="submit" look="primary" disabled={begin.busy}>
            Continue
          </Button>
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    );

  return (
    <form onSubmit={verify} className="grid grid-cols-1 gap-5 rounded-md border border-line bg-canvas p-4">
      <div className="flex flex-wrap gap-5">
        {/* QR codes need a light background in every theme. */}
        <img
          src={step.picture}
          alt="QR code with the secret for your app"
          width={176}
          height={176}
          className="size-44 rounded-md bg-[#fff] p-2"
        />
        <div className="grid min-w-0 flex-1 basis-56 content-start gap-3 text-sm">
          <p>Scan the QR code with your authenticator app, or enter this secret:</p>
          <p className="rounded-md border border-line bg-surface px-3 py-2 font-mono tracking-wide select-all">
            {formatSecret(step.secret)}
          </p>
          <p className="text-muted">Then enter the six digits the app shows.</p>
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
        error={prove.fields.code}
        className="max-w-44"
      />
      {prove.problem && !prove.fields.code ? <Problem>{prove.problem.message}</Problem> : null}
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={prove.busy}>
          {prove.busy ? "Checking..." : "Turn on"}
        </Button>
        <Button look="quiet" onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Groups of four are easier to type. */
const formatSecret = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;
