import type { ProviderTestOutcome } from "#core/accounts/provider-settings.ts";
import type { SignInProvider } from "#server/config-providers.ts";
import { SafeFetchError } from "#server/platform/safe-fetch-error.ts";

export type ProviderFailure = Extract<ProviderTestOutcome, { ok: false }>;

type Explanation = readonly [problem: string, advice: string];

interface Cause {
  readonly original: unknown;
  readonly message: string;
  readonly code?: string | undefined;
  /** The error code that the provider reported. */
  readonly oauthErrorCode?: string | undefined;
  readonly description?: string | undefined;
  readonly claim?: string | undefined;
  readonly status?: number | undefined;
}

const DETAILS_MAX = 300;

/**
 * Explains why a test sign-in failed, or why a provider's endpoints can't be read, and what to do. `details` is the
 * provider's error, the HTTP status or the technical error.
 */
export function describeFailure(provider: SignInProvider, error: unknown): ProviderFailure {
  const causes = listCauses(error);
  const [problem, advice] = explain(provider, causes);
  const providerError = causes.find((cause) => cause.oauthErrorCode !== undefined);
  const status = causes.find((cause) => cause.status !== undefined)?.status;
  const details = providerError
    ? [providerError.oauthErrorCode, providerError.description].filter(Boolean).join(": ")
    : status === undefined
      ? (causes.at(-1)?.message ?? "")
      : `HTTP status ${status}`;
  return { ok: false, problem, advice, details: cleanText(details) };
}

/** Puts text that may come from the provider on one line, without control characters, and shortens it. */
const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, DETAILS_MAX);

const readText = (value: unknown) => (typeof value === "string" ? value : undefined);

function listCauses(error: unknown): readonly Cause[] {
  const causes: Cause[] = [];
  let cause = error;
  for (; cause instanceof Error && causes.length < 8; cause = cause.cause) {
    const {
      code,
      error: oauthErrorCode,
      error_description,
      claim,
    } = cause as Error & Record<string, unknown>;
    causes.push({
      original: cause,
      message: cause.message,
      code: readText(code),
      oauthErrorCode: readText(oauthErrorCode),
      description: readText(error_description),
      claim: readText(claim),
    });
  }
  if (cause instanceof Response) causes.push({ original: cause, message: "", status: cause.status });
  const lastEntry = causes.at(-1);
  const lastCause = cause as { claim?: unknown; body?: Record<string, unknown> } | null | undefined;
  if (lastEntry && readText(lastCause?.claim))
    causes.push({ ...lastEntry, claim: readText(lastCause?.claim) });
  // GitHub reports errors with status 200, so the library only finds that the token is missing.
  const body = lastCause?.body;
  if (body && readText(body.error))
    causes.push({
      original: body,
      message: "",
      oauthErrorCode: readText(body.error),
      description: readText(body.error_description),
    });
  return causes;
}

function explain(provider: SignInProvider, causes: readonly Cause[]): Explanation {
  const { label } = provider;
  const fetchError = causes.find(({ original }) => original instanceof SafeFetchError)?.original;
  if (fetchError instanceof SafeFetchError) return FETCH_PROBLEMS[fetchError.problem](provider);
  const errorCode = causes.find(({ oauthErrorCode }) => oauthErrorCode !== undefined)?.oauthErrorCode;
  if (errorCode !== undefined) return explainErrorCode(provider, errorCode);
  const status = causes.find((cause) => cause.status !== undefined)?.status;
  if (status !== undefined && status >= 500) return FETCH_PROBLEMS.unreachable(provider);
  const claim = causes.find((cause) => cause.claim !== undefined)?.claim ?? "";
  for (const { code } of causes) {
    const explanation = code === undefined ? undefined : PROTOCOL_PROBLEMS[code]?.(provider, claim);
    if (explanation) return explanation;
  }
  return [
    `${label} sent a response that we can't use.`,
    "Check the client ID and the other settings. If they're correct, contact the provider with the details below.",
  ];
}

const FETCH_PROBLEMS: Readonly<Record<SafeFetchError["problem"], (provider: SignInProvider) => Explanation>> =
  {
    bad_url: ({ label }) => [
      `${label} uses a URL that isn't https.`,
      "Use a provider with https. For tests only, you can allow http with AUTH_OIDC_ALLOW_PRIVATE=on.",
    ],
    forbidden_address: ({ issuer }) => [
      `${issuer} is at an IP address or port that isn't public, so we didn't connect to it.`,
      "Check the URL. If the provider is on your own network, set AUTH_OIDC_ALLOW_PRIVATE=on and restart.",
    ],
    too_many_redirects: ({ issuer }) => [
      `${issuer} redirects to another URL.`,
      "Enter that URL instead. It must match the issuer in the provider's documentation exactly.",
    ],
    too_large: ({ label }) => [
      `${label} sent more data than we accept.`,
      "Check that the URL is the issuer's, not that of a website.",
    ],
    bad_response: ({ label }) => [
      `${label} sent a broken response.`,
      "Check that the URL is the issuer's, and try again.",
    ],
    unreachable: ({ issuer }) => [
      `${issuer} can't be reached.`,
      "Check the URL for typos. If it's right, the provider may be down: try again later.",
    ],
    timeout: ({ issuer }) => [
      `${issuer} didn't respond within three seconds.`,
      "Try again later. If this happens every time, check whether this server is allowed to connect to it.",
    ],
  };

function explainErrorCode({ id, label, scopes }: SignInProvider, errorCode: string): Explanation {
  switch (errorCode) {
    case "invalid_client":
    case "unauthorized_client":
    case "incorrect_client_credentials":
      return [
        `${label} doesn't accept the client ID or the secret.`,
        "Copy both again from the provider. If you created a new secret there, enter that one.",
      ];
    case "redirect_uri_mismatch":
      return [
        `${label} doesn't know our redirect URL.`,
        "Add the redirect URL above to your app at the provider, exactly as shown.",
      ];
    case "invalid_grant":
    case "bad_verification_code":
      return [
        `${label} rejected the code that it issued.`,
        "Check that the redirect URL above is the one registered with the provider, and test again. Each code works only once, and only for a short time.",
      ];
    case "invalid_scope":
      return [
        `${label} refuses the scopes we ask for.`,
        `Allow the scopes ${scopes.replaceAll(" ", ", ")} for your app at the provider${id.startsWith("custom:") ? ", or change them above" : ""}.`,
      ];
    case "access_denied":
      return [
        "The sign-in was canceled or refused at the provider.",
        "Test again and agree to the sign-in. If you did agree, check in the provider's settings who can use your app.",
      ];
    default:
      return [
        `${label} reported an error.`,
        "Its message is below. Check your app's settings at the provider.",
      ];
  }
}

/** What is wrong with an ID token, by the claim that doesn't match. */
const CLAIM_PROBLEMS: Readonly<Record<string, string>> = {
  iss: "is from another issuer",
  aud: "is for another client ID",
};
const describeClaimProblem = (claim: string) => CLAIM_PROBLEMS[claim] ?? "is for another sign-in";

const PROTOCOL_PROBLEMS: Readonly<Record<string, (provider: SignInProvider, claim: string) => Explanation>> =
  {
    OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: ({ issuer }) => [
      `The provider at ${issuer} uses a different issuer URL.`,
      "Enter the issuer exactly as its /.well-known/openid-configuration gives it, including any trailing slash.",
    ],
    OAUTH_RESPONSE_IS_NOT_JSON: ({ issuer }) => [
      `${issuer} responded with something other than JSON.`,
      "Check that the URL is the issuer's: with /.well-known/openid-configuration appended, it must show the provider's settings.",
    ],
    OAUTH_RESPONSE_IS_NOT_CONFORM: ({ issuer }) => [
      `${issuer} refused our request.`,
      "Check that the URL is the issuer's: with /.well-known/openid-configuration appended, it must show the provider's settings.",
    ],
    OAUTH_JWT_CLAIM_COMPARISON_FAILED: ({ label }, claim) => [
      `The ID token that ${label} sent ${describeClaimProblem(claim)}.`,
      "Check that the issuer and the client ID belong together.",
    ],
    ERR_JWT_CLAIM_VALIDATION_FAILED: ({ label }, claim) => [
      `The ID token that ${label} sent ${describeClaimProblem(claim)}, or lacks a required claim.`,
      "Check that the issuer and the client ID belong together.",
    ],
    OAUTH_JWT_TIMESTAMP_CHECK_FAILED: explainClockProblem,
    ERR_JWT_EXPIRED: explainClockProblem,
    ERR_JWS_SIGNATURE_VERIFICATION_FAILED: explainKeyProblem,
    ERR_JWKS_NO_MATCHING_KEY: explainKeyProblem,
    ERR_JOSE_ALG_NOT_ALLOWED: explainKeyProblem,
  };

function explainClockProblem({ label }: SignInProvider): Explanation {
  return [
    `The ID token from ${label} has expired or isn't valid yet.`,
    "Check this server's clock: it must be accurate to within 30 seconds.",
  ];
}

function explainKeyProblem({ label }: SignInProvider): Explanation {
  return [
    `The ID token from ${label} isn't signed with a key that we accept.`,
    "At the provider, choose RS256 or ES256 for the ID token's signature, not HS256.",
  ];
}
