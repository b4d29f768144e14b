import { z } from "zod";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { PasskeyRow } from "./tables.ts";

/** The COSE identifiers of EdDSA, ES256 and RS256, in order of preference. */
export const ALGORITHMS = [-8, -7, -257];

export type VerifiedCredential = Pick<
  PasskeyRow,
  "credentialId" | "publicKey" | "counter" | "transports" | "isBackedUp"
>;

interface ExpectedValues {
  readonly challenge: Buffer;
  readonly relyingParty: RelyingParty;
}

/**
 * Verifies a new credential (challenge, origin, relying party and user verification), and returns what to store. Throws
 * AuthError("webauthn_verification_failed").
 */
export async function verifyNewCredential(
  input: NewCredentialInput,
  { challenge, relyingParty }: ExpectedValues,
): Promise<VerifiedCredential> {
  const { transports, clientDataJSON } = input.response;
  return rejectInvalid(async () => {
    rejectCrossOriginFrame(clientDataJSON);
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...input,
        response: { clientDataJSON, attestationObject: await removeAttestation(input) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString("base64url"),
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    const credential = registrationInfo?.credential;
    // The ID in the authenticator data must be the one that the browser will send.
    if (credential?.id !== input.id) return undefined;
    return {
      credentialId: Buffer.from(credential.id, "base64url"),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (transports ?? []).filter((transport) => TRANSPORTS.has(transport)),
      isBackedUp: registrationInfo?.credentialBackedUp ?? false,
    };
  });
}

/**
 * Verifies a passkey's signature and, if the passkey has a counter, that it has increased. Returns what to store.
 * Throws AuthError("webauthn_verification_failed").
 */
export async function verifyAssertion(
  input: AssertionInput,
  passkey: PasskeyRow,
  { challenge, relyingParty }: ExpectedValues,
): Promise<Pick<PasskeyRow, "counter" | "isBackedUp">> {
  const { userHandle, ...response } = input.response;
  return rejectInvalid(async () => {
    rejectCrossOriginFrame(response.clientDataJSON);
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...input,
        response: userHandle ? { ...response, userHandle } : response,
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString("base64url"),
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString("base64url"),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  });
}

/** Transport hints that browsers recognize. */
const TRANSPORTS = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** Turns an undefined result, or any error that `verify` throws, into an AuthError. */
async function rejectInvalid<T>(verify: () => Promise<T | undefined>): Promise<T> {
  let result: T | undefined;
  try {
    result = await verify();
  } catch (cause) {
    throw new AuthError("webauthn_verification_failed", { cause });
  }
  if (result === undefined) throw new AuthError("webauthn_verification_failed");
  return result;
}

/** Rejects use in a frame, because our pages are never embedded in other sites. */
function rejectCrossOriginFrame(clientDataJSON: string): void {
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
  if (crossOrigin) throw new Error("the passkey was used in a frame on another site");
}

/**
 * Removes certificates, as most browsers do. We don't need them, and verifying them would fetch the URLs they contain.
 */
async function removeAttestation({ response }: NewCredentialInput): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import("@simplewebauthn/server/helpers");
  const bytes = new Uint8Array(Buffer.from(response.attestationObject, "base64url"));
  const authData = decodeAttestationObject(bytes).get("authData");
  const object = new Map<string, Map<string, string> | string | Uint8Array>([
    ["fmt", "none"],
    ["attStmt", new Map<string, string>()],
    ["authData", authData],
  ]);
  return Buffer.from(isoCBOR.encode(object)).toString("base64url");
}

/** Accepts binary data as at most `max` base64url characters, to limit the work that a hostile request can cause. */
const buildBinarySchema = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/** The length of the longest ID that WebAuthn allows: 1,023 bytes in base64url. */
const ID_LENGTH_MAX = 1364;
const credentialFields = {
  id: buildBinarySchema(ID_LENGTH_MAX),
  rawId: buildBinarySchema(ID_LENGTH_MAX),
  type: z.literal("public-key"),
};
const clientDataSchema = buildBinarySchema(8_192);

const newCredentialSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: clientDataSchema,
    // Some browsers add the authenticator's certificates although we don't request them.
    attestationObject: buildBinarySchema(65_536),
    transports: z.array(z.string().max(32)).max(10).nullish(),
  }),
});

const assertionSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: clientDataSchema,
    authenticatorData: buildBinarySchema(8_192),
    signature: buildBinarySchema(4_096),
    userHandle: buildBinarySchema(128).nullish(),
  }),
});

type NewCredentialInput = z.output<typeof newCredentialSchema>;
export type AssertionInput = z.output<typeof assertionSchema>;

export const parseNewCredential = (input: unknown): NewCredentialInput => parse(newCredentialSchema, input);

export const parseAssertion = (input: unknown): AssertionInput => parse(assertionSchema, input);

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new AuthError("webauthn_verification_failed", { cause: parsed.error });
  return parsed.data;
}
