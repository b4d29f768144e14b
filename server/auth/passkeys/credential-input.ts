import { z } from "zod";
import { AuthError } from "#core/accounts/auth-errors.ts";

/** Accepts binary data in base64url, at most `max` characters. Limits the work that a hostile request can cause. */
const binary = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

const credential = { id: binary(1364), rawId: binary(1364), type: z.literal("public-key") };
const clientDataJSON = binary(8_192);

const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    // Some browsers add the authenticator's certificates although we don't request them.
    attestationObject: binary(65_536),
    transports: z.array(z.string().max(32)).max(10).nullish(),
  }),
});

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: binary(8_192),
    signature: binary(4_096),
    userHandle: binary(128).nullish(),
  }),
});

export type NewCredentialInput = z.output<typeof newCredential>;
export type AssertionInput = z.output<typeof assertion>;

export const parseNewCredential = (input: unknown): NewCredentialInput => parse(newCredential, input);

export const parseAssertion = (input: unknown): AssertionInput => parse(assertion, input);

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new AuthError("webauthn_verification_failed", { cause: parsed.error });
  return parsed.data;
}
