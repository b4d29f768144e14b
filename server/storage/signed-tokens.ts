import { errors, jwtVerify, SignJWT } from "jose";
import type { ImageTransform } from "#core/storage/image-transform.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { Clock } from "#server/platform/clock.ts";

/** What a token permits for the object at `url` (`{bucket}/{key}`). */
type SignedClaims = { readonly url: string } & (
  | { readonly scope: "download" }
  /** Reading the image with this transformation, but not the original. */
  | { readonly scope: "render"; readonly transform: ImageTransform }
  /** Uploading. The URL stops working when the session that requested it ends. */
  | {
      readonly scope: "upload";
      readonly owner: string | null;
      readonly session: string | null;
      readonly upsert: boolean;
    }
);

export function createSignedTokens(secret: Uint8Array, clock: Clock) {
  return {
    sign(claims: SignedClaims, seconds: number) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(secret);
    },

    /** Throws InvalidJWT for a malformed, forged or expired token, and InvalidSignature for another scope or URL. */
    async verify<S extends SignedClaims["scope"]>(token: string, scope: S, url: string) {
      let payload: Partial<SignedClaims>;
      try {
        const verified = await jwtVerify(token, secret, {
          algorithms: ["HS256"],
          requiredClaims: ["exp"],
          currentDate: clock.now(),
        });
        payload = verified.payload as Partial<SignedClaims>;
      } catch (cause) {
        const message = cause instanceof errors.JOSEError ? cause.message : "Invalid Compact JWS";
        throw new StorageError("InvalidJWT", { message, cause });
      }
      if (payload.scope !== scope || payload.url !== url) throw new StorageError("InvalidSignature");
      return payload as SignedClaims & { scope: S };
    },
  };
}

export type SignedTokens = ReturnType<typeof createSignedTokens>;
