import { randomBytes } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, type KeyObject } from "jose";
import type { Db } from "#server/database/index.ts";
import { StartError } from "#server/platform/start-error.ts";
import { getSharedSecret } from "./secrets.ts";

export interface JwtKey {
  readonly algorithm: string;
  readonly key: CryptoKey | KeyObject | Uint8Array;
}

export interface Keys {
  readonly signing: JwtKey & { readonly kid: string };
  /**
   * The HS256 secret. Signs the public API key, and verifies tokens that don't name a known key. The key that encrypts
   * the secrets of sign-in providers is derived from it.
   */
  readonly secret: Uint8Array;
  /** Encrypts stored refresh tokens and TOTP secrets, and computes MACs; 32 bytes. */
  readonly symmetric: Uint8Array;
  /** The contents of /.well-known/jwks.json: asymmetric keys with their public members only. */
  readonly published: readonly JWK[];
  findVerifyKey(kid: string | undefined): JwtKey | undefined;
}

interface KeySettings {
  readonly jwtSecret: string | undefined;
  readonly jwtKeys: readonly Record<string, unknown>[] | undefined;
  readonly oauthServer: boolean;
}

type NamedKey = JWK & { kid: string };

/** Loads the keys from the configuration, or from the database, where they are created on the first start. */
export async function loadKeys(db: Db, settings: KeySettings): Promise<Keys> {
  const secret =
    settings.jwtSecret ??
    (await getSharedSecret(db, "jwt_secret", () => randomBytes(48).toString("base64url")));
  const configuredKeys = settings.jwtKeys as readonly NamedKey[] | undefined;
  const keySet = configuredKeys ?? [await getSharedSecret(db, "jwt_signing_key", createSigningKey)];
  const symmetricKey = await getSharedSecret(db, "refresh_token_seal", () =>
    randomBytes(32).toString("base64url"),
  );

  const signers = keySet.filter((key) => key.key_ops?.includes("sign"));
  const [signer] = signers;
  if (!signer || signers.length > 1)
    throw new StartError('AUTH_JWT_KEYS must have exactly one key whose key_ops contain "sign"');
  // Other programs verify ID tokens with the published keys, so a shared secret can't sign them.
  if (settings.oauthServer && signer.kty === "oct")
    throw new StartError(
      "AUTH_OAUTH_SERVER needs a signing key for ES256 or RS256: change AUTH_JWT_KEYS, or remove it",
    );

  const verifyKeys = new Map<string, JwtKey>();
  for (const key of keySet) {
    const verifyKey = key.kty === "oct" ? key : pickPublicMembers(key);
    verifyKeys.set(key.kid, { algorithm: getAlgorithm(key), key: await importKey(verifyKey, key) });
  }
  return {
    signing: { kid: signer.kid, algorithm: getAlgorithm(signer), key: await importKey(signer, signer) },
    secret: new TextEncoder().encode(secret),
    symmetric: Buffer.from(symmetricKey, "base64url"),
    published: keySet.filter((key) => key.kty !== "oct").map(pickPublicMembers),
    findVerifyKey: (kid) => (kid === undefined ? undefined : verifyKeys.get(kid)),
  };
}

async function createSigningKey(): Promise<NamedKey> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = randomBytes(12).toString("base64url");
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig", key_ops: ["sign", "verify"] };
}

const ALGORITHMS: Readonly<Record<string, string>> = { EC: "ES256", RSA: "RS256", oct: "HS256" };

function getAlgorithm(key: NamedKey): string {
  const algorithm = Object.hasOwn(ALGORITHMS, key.kty ?? "") ? ALGORITHMS[key.kty ?? ""] : undefined;
  if (algorithm === undefined || (key.alg !== undefined && key.alg !== algorithm))
    throw new StartError(`The key ${key.kid} in AUTH_JWT_KEYS must be for ES256, RS256 or HS256`);
  return algorithm;
}

/** Copies a key's public members by name, so that no private one can be published. */
function pickPublicMembers(key: NamedKey): NamedKey {
  const material = key.kty === "RSA" ? { n: key.n, e: key.e } : { crv: key.crv, x: key.x, y: key.y };
  return {
    kid: key.kid,
    kty: key.kty,
    alg: getAlgorithm(key),
    use: "sig",
    key_ops: ["verify"],
    ...material,
  } as NamedKey;
}

/** Imports a key without key_ops, ext and use: importing would enforce them and reject "sign" together with "verify". */
function importKey(key: JWK, namedKey: NamedKey) {
  const { key_ops: _ops, ext: _ext, use: _use, ...material } = key;
  return importJWK(material, getAlgorithm(namedKey)).catch((cause: unknown) => {
    throw new StartError(`The key ${namedKey.kid} in AUTH_JWT_KEYS is invalid`, { cause });
  });
}
