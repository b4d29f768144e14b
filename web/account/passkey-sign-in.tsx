import { useEffect, useRef, useState } from "react";
import { Problem } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { type ChosenPasskey, isPasskeySupported, waitForPasskey } from "./passkey-autofill.ts";
import type { SignIn } from "./use-sign-in.ts";

/**
 * Signs in with a passkey, without an email address: with a button, or by choosing one in the email field's autofill.
 * The server renders the button too, so that the links below it don't move; without scripts, CSS hides it.
 */
export function PasskeySignIn({ signIn }: { signIn: SignIn }) {
  const { busy, next, submitSignIn, complete, options } = signIn;
  const hydrated = useHydrated();
  const [problem, setProblem] = useState<string | null>(null);
  const [attempts, setAttempts] = useState(0);
  const autofill = useRef<AbortController | null>(null);

  /** `chosen`: undefined to ask the browser for a passkey. */
  async function signInWith(chosen?: ChosenPasskey) {
    // Browsers allow one request at a time.
    autofill.current?.abort();
    setProblem(null);
    await submitSignIn(async (client) => {
      const { signInWithPasskey, signInWithChosenPasskey } = await import("./use-passkey.ts");
      try {
        const session = chosen
          ? await signInWithChosenPasskey(client, chosen)
          : await signInWithPasskey(client);
        await complete(session, { to: next, notice: "welcome-back" }, "passkey");
      } catch (error) {
        setProblem(error instanceof Error ? error.message : "Something went wrong. Try again.");
        setAttempts((count) => count + 1);
      }
    });
  }

  const latestSignInWith = useRef(signInWith);
  latestSignInWith.current = signInWith;
  // The autofill offers passkeys again after each failed attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempts` restarts it
  useEffect(() => {
    if (options.passkeys === "off" || !isPasskeySupported()) return;
    const controller = new AbortController();
    autofill.current = controller;
    void waitForPasskey(controller.signal).then((chosen) => {
      if (chosen) return latestSignInWith.current(chosen);
    });
    return () => controller.abort();
  }, [options.passkeys, attempts]);

  if (hydrated ? options.passkeys === "off" || !isPasskeySupported() : options.passkeys !== "on") return null;
  return (
    <div className="mt-2.5 grid gap-2.5 [@media(scripting:none)]:hidden">
      <Button disabled={busy} onClick={() => void signInWith()}>
        <Icon name="key-round" />
        Sign in with a passkey
      </Button>
      {problem ? <Problem>{problem}</Problem> : null}
    </div>
  );
}
