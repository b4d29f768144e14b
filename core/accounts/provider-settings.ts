/** Providers that can be added by name, and "custom" for any OpenID provider. */
export const PROVIDER_KINDS = ["github", "google", "gitlab", "discord", "x", "apple", "custom"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const PROVIDER_KIND_LABELS: Readonly<Record<ProviderKind, string>> = {
  github: "GitHub",
  google: "Google",
  gitlab: "GitLab",
  discord: "Discord",
  x: "X",
  apple: "Apple",
  custom: "OpenID provider",
};

/** Finds the kind of a provider by its ID. "custom:acme" is of the kind "custom". */
export const findProviderKind = (id: string): ProviderKind | undefined =>
  PROVIDER_KINDS.find((kind) => kind === id || (kind === "custom" && /^custom:[a-z0-9]{1,20}$/.test(id)));

/** In characters, except for the secret, whose limit is in bytes. */
export const PROVIDER_LIMITS = { label: 40, name: 20, url: 500, clientId: 500, scopes: 500, secret: 8_000 };

/** A sign-in provider, as administrators see it. Never contains the secret. */
export interface ProviderRecord {
  /** The ID in the auth protocol, for example "github" or "custom:acme". */
  readonly id: string;
  readonly kind: ProviderKind;
  readonly label: string;
  readonly source: "environment" | "settings";
  readonly isEnabled: boolean;
  /** Whether the stored secret can no longer be decrypted. */
  readonly needsSecret: boolean;
  /**
   * The version of the saved settings for the same provider ID, which aren't used because the environment takes
   * precedence. Null if there are none.
   */
  readonly unusedVersion: number | null;
  /** The issuer, or the URL of a self-hosted GitHub or GitLab; empty for the default. */
  readonly url: string;
  readonly clientId: string;
  /** Empty for the defaults. */
  readonly scopes: string;
  readonly appleTeamId: string;
  readonly appleKeyId: string;
  /** Zero for providers in the environment. */
  readonly version: number;
  /** RFC 3339. */
  readonly changedAt: string | null;
  readonly changedBy: string | null;
  readonly memberCount: number;
}

export interface ProviderDetails {
  readonly provider: ProviderRecord | null;
  readonly kind: ProviderKind;
  readonly redirectUrl: string;
  /** The number of members who could no longer sign in without this provider. */
  readonly lockedOutCount: number;
  readonly allowsPrivate: boolean;
  readonly testToken: string;
  readonly test: ProviderTest | null;
}

export interface ProviderTest {
  /** RFC 3339. */
  readonly testedAt: string;
  readonly outcome: ProviderTestOutcome;
}

export type ProviderTestOutcome =
  | {
      readonly ok: true;
      readonly issuer: string;
      readonly hasSubject: boolean;
      readonly email: string | null;
      readonly isEmailVerified: boolean;
      readonly name: string | null;
    }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly advice: string;
      /** The provider's error, the HTTP status or the technical error; may be empty. */
      readonly details: string;
    };

export interface ProviderInput {
  /** "custom" for a new OpenID provider. */
  readonly id: string;
  /** The version that was current when the form was opened; digits. */
  readonly version: string;
  readonly label: string;
  /** The name in the ID of a new OpenID provider. Derived from the label if it is empty. */
  readonly name: string;
  readonly url: string;
  readonly clientId: string;
  /** If empty, the stored secret remains. */
  readonly secret: string;
  readonly scopes: string;
  readonly appleTeamId: string;
  readonly appleKeyId: string;
}
