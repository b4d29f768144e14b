import { errors, jwtVerify, SignJWT } from "jose";
import type { ImageTransform } from "#core/storage/image-transform.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { Clock } from "#server/platform/clock.ts";

/** Permits reading one object. */
interface SignedDownload {
  readonly scope: "download";
  /** `{bucket}/{key}` */
  readonly url: string;
}

/** Permits uploading one object. */
interface SignedUpload {
  readonly scope: "upload";
  readonly url: string;
  readonly owner: string | null;
  /** The session that requested the URL. The URL stops working when the session ends. */
  readonly session: string | null;
  readonly upsert: boolean;
}

/** Permits reading one image with this transformation, but not the original. */
interface SignedRender {
  readonly scope: "render";
  readonly url: string;
  readonly transform: ImageTransform;
}

type SignedClaims = SignedDownload | SignedRender | SignedUpload;

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

    /** Throws InvalidJWT for a malformed or expired token, and InvalidSignature for another scope or URL. */
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
