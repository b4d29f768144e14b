/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30-second steps. Secrets are in base32. */
import { Secret, TOTP } from "otpauth";

const STEP_SECONDS = 30;
/** The hash length, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const computeTotp = (secret: string, step: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: step * STEP_SECONDS * 1000 });

export const getTimeStep = (time: Date): number => Math.floor(time.getTime() / 1000 / STEP_SECONDS);

/**
 * Finds a code's time step: the current one or an adjacent one, but later than `lastStep`, the last accepted one.
 * Returns undefined for wrong and used codes.
 */
export function matchTotp(secret: string, code: string, now: Date, lastStep: number | null) {
  const currentStep = getTimeStep(now);
  return [currentStep, currentStep - 1, currentStep + 1].find(
    (step) => step > (lastStep ?? -1) && computeTotp(secret, step) === code,
  );
}

/** Builds the URI in the QR code. */
export const buildTotpUri = (secret: string, { issuer, account }: { issuer: string; account: string }) =>
  new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret) }).toString();
