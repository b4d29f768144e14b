import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

export const ORIGIN = "http://lattice.test";
export const RP_ID = "lattice.test";

/** Changes that a test makes to an otherwise correct response. */
export interface Changes {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly isUserVerified?: boolean;
  readonly isUserPresent?: boolean;
  /** Default: one more than in the previous response. */
  readonly counter?: number;
  /** Default: the user ID that the passkey was created with. */
  readonly userHandle?: string | null;
  readonly credentialId?: string;
  readonly algorithm?: number;
  readonly format?: string;
  readonly isBackedUp?: boolean;
}

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id?: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** Creates a software authenticator with one passkey. Unlike a real one, it signs anything that a test requests. */
export function createAuthenticator({ hasCounter = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32).toString("base64url");
  let counter = hasCounter ? 1 : 0;
  let userHandle = "";

  const buildClientData = (type: string, options: Options, changes: Changes) =>
    toBase64Url(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? ORIGIN,
        crossOrigin: changes.crossOrigin ?? false,
        ...(changes.topOrigin ? { topOrigin: changes.topOrigin } : {}),
      }),
    );

  function buildAuthenticatorData(changes: Changes, credential?: Buffer): Buffer {
    const rpIdHash = createHash("sha256")
      .update(changes.rpId ?? RP_ID)
      .digest();
    // The bits: user present, user verified, backup eligible, backed up, and credential data included.
    const flags =
      ((changes.isUserPresent ?? true) ? 1 : 0) |
      ((changes.isUserVerified ?? true) ? 4 : 0) |
      (changes.isBackedUp ? 8 | 16 : 0) |
      (credential ? 64 : 0);
    const counterBytes = Buffer.alloc(4);
    counterBytes.writeUInt32BE(changes.counter ?? counter);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counterBytes, credential ?? Buffer.alloc(0)]);
  }

  return {
    id,
    create(options: Options, changes: Changes = {}) {
      userHandle = options.user?.id ?? userHandle;
      const rawId = Buffer.from(changes.credentialId ?? id, "base64url");
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      // -7 is ES256. The AAGUID, 16 bytes, is zero.
      const key = encodePublicKey(publicKey, changes.algorithm ?? -7);
      const data = buildAuthenticatorData(changes, Buffer.concat([Buffer.alloc(16), length, rawId, key]));
      const attestation = new Map<string, Map<string, string> | string | Uint8Array>([
        ["fmt", changes.format ?? "none"],
        ["attStmt", new Map<string, string>(changes.format ? [["sig", "x"]] : [])],
        ["authData", new Uint8Array(data)],
      ]);
      return {
        id: changes.credentialId ?? id,
        rawId: changes.credentialId ?? id,
        type: "public-key" as const,
        response: {
          clientDataJSON: buildClientData("webauthn.create", options, changes),
          attestationObject: toBase64Url(isoCBOR.encode(attestation)),
          transports: ["internal" as const, "hybrid" as const],
        },
        clientExtensionResults: {},
      };
    },
    get(options: Options, changes: Changes = {}) {
      if (hasCounter) counter += 1;
      const data = buildAuthenticatorData(changes);
      const clientData = buildClientData("webauthn.get", options, changes);
      const clientDataHash = createHash("sha256").update(Buffer.from(clientData, "base64url")).digest();
      const signature = createSign("sha256")
        .update(Buffer.concat([data, clientDataHash]))
        .sign(privateKey);
      const handle = changes.userHandle === undefined ? userHandle : changes.userHandle;
      return {
        id: changes.credentialId ?? id,
        rawId: changes.credentialId ?? id,
        type: "public-key" as const,
        response: {
          clientDataJSON: clientData,
          authenticatorData: toBase64Url(data),
          signature: toBase64Url(signature),
          ...(handle === null ? {} : { userHandle: handle }),
        },
        clientExtensionResults: {},
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Encodes a key in COSE: key type (2: elliptic curve), algorithm, curve (1: P-256) and coordinates. */
function encodePublicKey(key: KeyObject, algorithm: number): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, algorithm],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  return Buffer.from(isoCBOR.encode(cose));
}

const toBase64Url = (data: string | Uint8Array) => Buffer.from(data as Uint8Array).toString("base64url");
