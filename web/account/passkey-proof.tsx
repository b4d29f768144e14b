import { useState } from "react";
import { Problem } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { describeMissingSupport, describePasskeyProblem, verifyWithPasskey } from "./use-passkey.ts";

interface PasskeyProofProps {
  readonly passkeyId: string;
  readonly onDone: () => void;
  readonly busy?: boolean;
  /** Whether the user has no other way to confirm their identity. */
  readonly isOnly?: boolean;
}

/** A button to confirm one's identity with a passkey. It is loaded on demand, because few members see it. */
export default function PasskeyProof({ passkeyId, onDone, busy = false, isOnly = false }: PasskeyProofProps) {
  const [isVerifying, setVerifying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function verify() {
    setVerifying(true);
    setProblem(null);
    try {
      const { getAuthClient } = await import("#web/session/auth-client.ts");
      await verifyWithPasskey(await getAuthClient(), passkeyId);
      onDone();
    } catch (error) {
      setProblem(describePasskeyProblem(error));
    } finally {
      setVerifying(false);
    }
  }

  if (describeMissingSupport())
    return isOnly ? (
      <Problem>
        Your account requires a passkey, and this browser can't use one. Try another browser or device.
      </Problem>
    ) : null;
  return (
    <div className="grid gap-2.5">
      <Button
        variant={isOnly ? "primary" : "secondary"}
        busy={busy || isVerifying}
        onClick={() => void verify()}
      >
        <Icon name="key-round" />
        {isVerifying ? "Waiting for your passkey..." : "Use a passkey"}
      </Button>
      {problem ? <Problem>{problem}</Problem> : null}
    </div>
  );
}
