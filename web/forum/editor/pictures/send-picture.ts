import { StorageClient } from "@supabase/storage-js";
import { type PictureSize, pictureAddress } from "#core/storage/picture-address.ts";
import { POST_IMAGES } from "#core/storage/rules.ts";
import { getAuthClient } from "#web/account/auth-client.ts";
import { claimsOf } from "#web/account/claims.ts";
import type { UploadAnswer } from "./picture-queue.ts";
import { createXhrFetch } from "./xhr-fetch.ts";

interface Sending {
  /** Names the file: sent again after a lost answer, it is the same file. */
  readonly token: string;
  readonly file: File;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

const YEAR_SECONDS = "31536000";
const UNREACHABLE = "The server cannot be reached. Try again when you are connected.";
const SIGNED_OUT = "You are signed out. Sign in again in another tab, then try again here: nothing is lost.";

/** Uploads one picture into the member's own folder, by the official client; never rejects. */
export async function sendPicture(sending: Sending): Promise<UploadAnswer> {
  try {
    const first = await upload(sending, { refresh: false });
    // By this browser's clock the token was good. With a new one the same file goes up once more.
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
  const memberId = bearer && claimsOf(bearer)?.sub;
  if (!bearer || !memberId) return "denied";
  const headers = { Authorization: `Bearer ${bearer}` };
  // The answer to the upload says the size of what was stored; the client hands on only what it knows itself.
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
    // What is wrong with the file itself stays wrong.
    return { ok: false, message, canRetry: !["400", "413", "415"].includes(statusCode) };
  }
  if (!size.width || !size.height) return { ok: false, message: UNREACHABLE, canRetry: true };
  return { ok: true, address: pictureAddress(key, { width: size.width, height: size.height }) };
}

/** Null when nobody is signed in any more. Rejects when that cannot be found out. */
async function bearerToken(refresh: boolean): Promise<string | null> {
  const client = await getAuthClient();
  const { data, error } = refresh ? await client.refreshSession() : await client.getSession();
  if (error?.name === "AuthRetryableFetchError") throw error;
  return data.session?.access_token ?? null;
}
