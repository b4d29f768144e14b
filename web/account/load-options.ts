import type { SignInOptions, VerifiableFactor } from "#core/accounts/sign-in-options.ts";

/** The response of /auth/options. `factors` is null unless a sign-in still has to verify one of them. */
export interface OptionsResponse {
  readonly options: SignInOptions;
  readonly factors: readonly VerifiableFactor[] | null;
  /** The sign-in method last used on this device. */
  readonly lastUsed: string | null;
}

const FALLBACK: OptionsResponse = {
  options: {
    signupDisabled: false,
    email: true,
    isEmailConfigured: true,
    phone: false,
    anonymous: false,
    sso: false,
    passkeys: false,
    providers: [],
    ethereum: false,
    codeLength: 6,
    password: { minLength: 6, characterSets: [] },
  },
  factors: null,
  lastUsed: null,
};

/** Loads the sign-in options. If the request fails, only sign-in and sign-up by email are offered. */
export async function loadOptions(): Promise<OptionsResponse> {
  try {
    const response = await fetch("/auth/options", { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as OptionsResponse) : FALLBACK;
  } catch {
    return FALLBACK;
  }
}
