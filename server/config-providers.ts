import { z } from "zod";
import { formatList } from "#core/format-list.ts";
import { httpUrl } from "./config-values.ts";

/** A provider that visitors can sign in with, over OpenID Connect or OAuth 2. */
export interface SignInProvider {
  /** The provider's ID in the auth API, for example "github" or "custom:acme". */
  readonly id: string;
  /** The name on screens. */
  readonly label: string;
  /** How the user's data is read: from an ID token, or from this provider's API. */
  readonly kind: "oidc" | "github" | "discord" | "x";
  readonly issuer: string;
  /** For providers without OpenID discovery. `user` is the API's endpoint for the signed-in user. */
  readonly endpoints: {
    readonly authorization: string;
    readonly token: string;
    readonly user: string;
  } | null;
  /** The first one is this site's own. ID tokens may also be issued to the others, for example to mobile apps. */
  readonly clientIds: readonly [string, ...string[]];
  readonly clientSecret: string | AppleKey;
  readonly scopes: string;
  /** Whether the provider sends the browser back with a form instead of a redirect. */
  readonly postsCallback: boolean;
}

/** The key that signs client secrets for Apple. Those secrets expire, so they are created when needed. */
export interface AppleKey {
  readonly teamId: string;
  readonly keyId: string;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
}

const OPENID_SCOPES = "openid email profile";

type Defaults = Pick<SignInProvider, "label" | "kind" | "issuer" | "endpoints" | "scopes" | "postsCallback">;

const oidc = (label: string, issuer: string, scopes = OPENID_SCOPES): Defaults => ({
  label,
  kind: "oidc",
  issuer,
  endpoints: null,
  scopes,
  postsCallback: false,
});

/** Self-hosted GitHub has its API at a different URL. */
const github = (url: string): Defaults => ({
  label: "GitHub",
  kind: "github",
  issuer: `${url}/login/oauth`,
  endpoints: {
    authorization: `${url}/login/oauth/authorize`,
    token: `${url}/login/oauth/access_token`,
    user: url === "https://github.com" ? "https://api.github.com/user" : `${url}/api/v3/user`,
  },
  scopes: "read:user user:email",
  postsCallback: false,
});

/** Keyed by provider ID. `url` is that of a self-hosted GitHub or GitLab, from AUTH_…_URL or the site's settings. */
const NAMED_PROVIDERS: Readonly<Record<string, (url?: string) => Defaults>> = {
  apple: () => ({
    ...oidc("Apple", "https://appleid.apple.com", "openid email name"),
    postsCallback: true,
  }),
  discord: () => ({
    label: "Discord",
    kind: "discord",
    issuer: "https://discord.com",
    endpoints: {
      authorization: "https://discord.com/oauth2/authorize",
      token: "https://discord.com/api/oauth2/token",
      user: "https://discord.com/api/users/@me",
    },
    scopes: "identify email",
    postsCallback: false,
  }),
  github: (url = "https://github.com") => github(url),
  gitlab: (url = "https://gitlab.com") => oidc("GitLab", url),
  google: () => oidc("Google", "https://accounts.google.com"),
  x: () => ({
    label: "X",
    kind: "x",
    issuer: "https://x.com",
    endpoints: {
      authorization: "https://x.com/i/oauth2/authorize",
      token: "https://api.x.com/2/oauth2/token",
      user: "https://api.x.com/2/users/me?user.fields=confirmed_email",
    },
    scopes: "tweet.read users.read users.email",
    postsCallback: false,
  }),
};

/**
 * Describes a provider without its client IDs and secret. `url` is the issuer of a custom provider, or the URL of a
 * self-hosted GitHub or GitLab.
 */
export function describeProviderById(
  id: string,
  { label, url, scopes }: { readonly label: string; readonly url?: string; readonly scopes?: string },
): Defaults {
  const defaults = Object.hasOwn(NAMED_PROVIDERS, id) ? NAMED_PROVIDERS[id]?.(url) : undefined;
  return defaults ? { ...defaults, label } : oidc(label, url ?? "", scopes);
}

const SELF_HOSTABLE = ["github", "gitlab"];
const APPLE_VARIABLES = ["TEAM_ID", "KEY_ID", "PRIVATE_KEY"].map((name) => `AUTH_APPLE_${name}`);
const CUSTOM_VARIABLE = /^AUTH_OIDC_([A-Z0-9]{1,20})_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL|SCOPES)$/;
export const NAMED_PROVIDER_VARIABLES: readonly string[] = [
  ...Object.keys(NAMED_PROVIDERS).flatMap((id) =>
    (id === "apple" ? ["CLIENT_ID"] : ["CLIENT_ID", "CLIENT_SECRET"]).map(
      (name) => `AUTH_${id.toUpperCase()}_${name}`,
    ),
  ),
  ...SELF_HOSTABLE.map((id) => `AUTH_${id.toUpperCase()}_URL`),
  ...APPLE_VARIABLES,
];

export const isProviderVariable = (name: string) =>
  NAMED_PROVIDER_VARIABLES.includes(name) || CUSTOM_VARIABLE.test(name);

const printableText = z.string().regex(/^[\x21-\x7e]{1,500}$/, "must be printable characters without spaces");

/** Validation rules by the suffix of a variable's name. All other values must be printable text. */
const RULES: readonly (readonly [suffix: string, schema: z.ZodType<string>])[] = [
  ["_URL", httpUrl.transform((url) => url.replace(/\/$/, ""))],
  ["_ISSUER", httpUrl],
  ["_LABEL", z.string().trim().max(40, "must have at most 40 characters")],
  [
    "_SCOPES",
    z
      .string()
      .regex(/^openid( [\x21-\x7e]+)*$/, 'must be scopes separated by spaces, beginning with "openid"'),
  ],
  [
    "_PRIVATE_KEY",
    z
      .string()
      .transform((pem) => pem.replaceAll("\\n", "\n"))
      .refine(
        (pem) => /^-----BEGIN PRIVATE KEY-----\n[\s\S]+-----END PRIVATE KEY-----\s*$/.test(pem),
        "must be the contents of the .p8 file",
      ),
  ],
];

/** `problems` has one line per invalid or missing variable. `allowPrivate` is AUTH_OIDC_ALLOW_PRIVATE. */
export function readProviders(
  environment: Readonly<Record<string, string | undefined>>,
  { allowPrivate }: { readonly allowPrivate: boolean },
): { providers: readonly SignInProvider[]; problems: readonly string[] } {
  const problems: string[] = [];
  const read = (name: string): string | undefined => {
    const value = environment[name];
    if (value === undefined) return undefined;
    const schema = RULES.find(([suffix]) => name.endsWith(suffix))?.[1] ?? printableText;
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      problems.push(...parsed.error.issues.map(({ message }) => `${name} ${message}`));
      return value;
    }
    if (/_(URL|ISSUER)$/.test(name) && parsed.data.startsWith("http:") && !allowPrivate)
      problems.push(`${name} must be an https URL, unless AUTH_OIDC_ALLOW_PRIVATE is on`);
    return parsed.data;
  };
  const readAll = (names: readonly string[]): readonly string[] | null => {
    const values = names.map(read);
    if (values.every((value) => value === undefined)) return null;
    const missingNames = names.filter((_, index) => values[index] === undefined);
    problems.push(
      ...missingNames.map((name) => `${name} is required: ${formatList(names)} must be set together`),
    );
    return values.map((value) => value ?? "");
  };

  const namedProviders = Object.entries(NAMED_PROVIDERS).flatMap(([id, getDefaults]): SignInProvider[] => {
    const prefix = `AUTH_${id.toUpperCase()}`;
    const url = SELF_HOSTABLE.includes(id) ? read(`${prefix}_URL`) : undefined;
    const isApple = id === "apple";
    const [clientId, ...credentials] =
      readAll([`${prefix}_CLIENT_ID`, ...(isApple ? APPLE_VARIABLES : [`${prefix}_CLIENT_SECRET`])]) ?? [];
    if (clientId === undefined) {
      if (url !== undefined) problems.push(`${prefix}_URL requires ${prefix}_CLIENT_ID`);
      return [];
    }
    const [secretOrTeamId = "", keyId = "", privateKey = ""] = credentials;
    return [
      {
        id,
        ...getDefaults(url),
        clientIds: splitClientIds(clientId),
        clientSecret: isApple ? { teamId: secretOrTeamId, keyId, privateKey } : secretOrTeamId,
      },
    ];
  });

  const customNames = new Set(
    Object.keys(environment).flatMap((name) => CUSTOM_VARIABLE.exec(name)?.[1] ?? []),
  );
  const customProviders = [...customNames].sort().flatMap((name): SignInProvider[] => {
    const prefix = `AUTH_OIDC_${name}`;
    const values = readAll([`${prefix}_ISSUER`, `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]);
    const label = read(`${prefix}_LABEL`) ?? name.charAt(0) + name.slice(1).toLowerCase();
    const scopes = read(`${prefix}_SCOPES`);
    if (values === null) {
      problems.push(`${prefix}_ISSUER is required`);
      return [];
    }
    const [issuer = "", clientId = "", clientSecret = ""] = values;
    return [
      {
        id: `custom:${name.toLowerCase()}`,
        ...oidc(label, issuer, scopes),
        clientIds: splitClientIds(clientId),
        clientSecret,
      },
    ];
  });
  return { providers: [...namedProviders, ...customProviders], problems };
}

export function splitClientIds(text: string): [string, ...string[]] {
  const [first = "", ...others] = text.split(",").filter((id) => id !== "");
  return [first, ...others];
}
