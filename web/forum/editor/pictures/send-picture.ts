import { StorageClient } from "@supabase/storage-js";
import { type PictureSize, pictureAddress } from "#core/storage/picture-address.ts";
import { POST_IMAGES } from "#core/storage/rules.ts";
import { getAuthClient } from "#web/account/auth-client.ts";
import { decodeClaims } from "#web/account/claims.ts";
import type { UploadAnswer } from "./picture-queue.ts";
import { createXhrFetch } from "./xhr-fetch.ts";

interface Sending {
  /** Identifies the file, so that a retry after a lost response overwrites it. */
  readonly token: string;
  readonly file: File;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

const YEAR_SECONDS = "31536000";
const UNREACHABLE = "We can't reach the server. Try again when you're online.";
const SIGNED_OUT = "You're signed out. Sign in again in another tab, then try again here. Nothing is lost.";

/** Uploads a picture to the member's own folder with the official client; never rejects. */
export async function sendPicture(sending: Sending): Promise<UploadAnswer> {
  try {
    const first = await upload(sending, { refresh: false });
    // The token was valid by the browser's clock but not by the server's, so refresh it and retry once.
    const answer = first === "expired" ? await upload(sending, { refresh: true }) : first;
    return typeof answer === "string" ? { ok: false, message: SIGNED_OUT, canRetry: true } : answer;
  } catch {
    return { ok: false, message: UNREACHABLE, canRetry: true };
  }
}

async function upload(
  { token, file, onProgress, signal }: Sending,
  { refresh }: { refresh: boolean },
): Promise<UploadAnswer | "expired" | "denied"> {
  const bearer = await bearerToken(refresh);
  const memberId = bearer && decodeClaims(bearer)?.sub;
  if (!bearer || !memberId) return "denied";
  const headers = { Authorization: `Bearer ${bearer}` };
  // The client doesn't return the response's image size, so read it here.
  let size: Partial<PictureSize> = {};
  const send = createXhrFetch({ onProgress, signal });
  const sendAndReadSize: typeof fetch = async (...request) => {
    const answer = await send(...request);
    if (answer.ok) size = (await answer.clone().json()) as Partial<PictureSize>;
    return answer;
  };
  const bucket = new StorageClient(`${location.origin}/storage/v1`, headers, sendAndReadSize).from(
    POST_IMAGES,
  );
  const key = `${memberId}/${token}.webp`;
  const { error } = await bucket.upload(key, file, { upsert: true, cacheControl: YEAR_SECONDS });
  if (error) {
    const { message, statusCode } = error as { message: string; statusCode?: string };
    if (statusCode === undefined) return { ok: false, message: UNREACHABLE, canRetry: true };
    if (statusCode === "403") return message.startsWith('"exp"') ? "expired" : "denied";
    // Errors about the file itself; a retry won't help.
    return { ok: false, message, canRetry: !["400", "413", "415"].includes(statusCode) };
  }
  if (!size.width || !size.height) return { ok: false, message: UNREACHABLE, canRetry: true };
  return { ok: true, address: pictureAddress(key, { width: size.width, height: size.height }) };
}

/** Null when the user is signed out. Rejects when that can't be determined. */
async function bearerToken(refresh: boolean): Promise<string | null> {
  const client = await getAuthClient();
  const { data, error } = refresh ? await client.refreshSession() : await client.getSession();
  if (error?.name === "AuthRetryableFetchError") throw error;
  return data.session?.access_token ?? null;
}
