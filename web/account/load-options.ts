import type { ProvableFactor, SignInOptions } from "#core/accounts/sign-in-options.ts";

/** What /auth/options answers: the site's switches, and the factors of who has still to prove one. */
export interface OptionsAnswer {
  readonly options: SignInOptions;
  readonly factors: readonly ProvableFactor[] | null;
}

const UNKNOWN: OptionsAnswer = {
  options: {
    signupDisabled: false,
    email: true,
    sendsMails: true,
    anonymous: false,
    sso: false,
    codeLength: 6,
    password: { minLength: 6, characterSets: [] },
  },
  factors: null,
};

/** Asks once for each opening of the dialog; a server that does not answer leaves the two tabs. */
export async function loadOptions(): Promise<OptionsAnswer> {
  try {
    const response = await fetch("/auth/options", { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as OptionsAnswer) : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}
