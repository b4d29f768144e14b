import type { GoTrueClient } from "@supabase/auth-js";

/**
 * Whether the browser can use passkeys on this page. WebAuthn doesn't allow IP addresses. use-passkey.ts has its own
 * check, because a shared file would be one more to load.
 */
export const isPasskeySupported = (): boolean =>
  typeof window.PublicKeyCredential === "function" && !/^(\[|[\d.]+$)/.test(location.hostname);

/** A passkey's signature, with the ID of the challenge that it signed. */
export type ChosenPasskey = Parameters<GoTrueClient["passkey"]["verifyAuthentication"]>[0];

/** How often the challenge is replaced with a new one. Each is valid for five minutes. */
const RENEWAL_INTERVAL_MS = 4 * 60 * 1000;

/**
 * Offers passkeys in the email field's autofill. Resolves with the one that the user chooses; null if `signal` aborts,
 * the browser doesn't support this, or something fails. Doesn't use the auth client, which would have to be loaded.
 */
export async function waitForPasskey(signal: AbortSignal): Promise<ChosenPasskey | null> {
  try {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
    while (!signal.aborted) {
      const chosenPasskey = await offerPasskeys(
        AbortSignal.any([signal, AbortSignal.timeout(RENEWAL_INTERVAL_MS)]),
      );
      if (chosenPasskey) return chosenPasskey;
      if (document.visibilityState === "hidden") await waitUntilVisible(signal);
    }
  } catch {
    // The passkey button remains available, and explains what is wrong.
  }
  return null;
}

async function offerPasskeys(signal: AbortSignal): Promise<ChosenPasskey | null> {
  const response = await fetch("/auth/v1/passkeys/authentication/options", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  if (!response.ok) throw new Error("no challenge");
  const { challenge_id: challengeId, options } = await response.json();
  try {
    const credential = await navigator.credentials.get({
      mediation: "conditional",
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      signal,
    });
    return { challengeId, credential: (credential as PublicKeyCredential).toJSON() } as ChosenPasskey;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

function waitUntilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState === "hidden" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", check);
      resolve();
    };
    document.addEventListener("visibilitychange", check);
    signal.addEventListener("abort", check, { once: true });
  });
}
