import type { SignInOptions, VerifiableFactor } from "#core/accounts/sign-in-options.ts";

/** The response of /auth/options. `factors` is set while a sign-in still has to verify one. */
export interface OptionsResponse {
  readonly options: SignInOptions;
  readonly factors: readonly VerifiableFactor[] | null;
  readonly lastUsed: string | null;
}

const UNKNOWN: OptionsResponse = {
  options: {
    signupDisabled: false,
    email: true,
    isEmailConfigured: true,
    phone: false,
    anonymous: false,
    sso: false,
    passkeys: "off",
    providers: [],
    ethereum: false,
    codeLength: 6,
    password: { minLength: 6, characterSets: [] },
  },
  factors: null,
  lastUsed: null,
};

/** If the server doesn't respond, the dialog offers login and registration only. */
export async function loadOptions(): Promise<OptionsResponse> {
  try {
    const response = await fetch("/auth/options", { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as OptionsResponse) : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}
