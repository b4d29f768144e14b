import { StorageClient } from "@supabase/storage-js";
import { buildImagePath, type ImageSize } from "#core/storage/image-path.ts";
import { POST_IMAGES } from "#core/storage/rules.ts";
import { getAuthClient } from "#web/session/auth-client.ts";
import { decodeClaims } from "#web/session/claims.ts";
import type { UploadResult } from "./image-queue.ts";

interface ImageUpload {
  /** Identifies the upload, so that a retry after a lost response overwrites the stored file. */
  readonly token: string;
  readonly file: File;
  /** Called with the fraction sent so far, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

const YEAR_SECONDS = "31536000";
const UNREACHABLE = "We can't reach the server. Please try again when you're online.";
const SIGNED_OUT = "You're signed out. Sign in again in another tab, then try again here. Nothing is lost.";

/** Uploads an image to the member's own folder, using the official client; never rejects. */
export async function uploadImage(imageUpload: ImageUpload): Promise<UploadResult> {
  try {
    const firstResult = await upload(imageUpload, { mustRefresh: false });
    // If the access token was valid by the browser's clock but not by the server's, refresh it and retry once.
    const result = firstResult === "expired" ? await upload(imageUpload, { mustRefresh: true }) : firstResult;
    return typeof result === "string" ? { ok: false, message: SIGNED_OUT, canRetry: true } : result;
  } catch {
    return { ok: false, message: UNREACHABLE, canRetry: true };
  }
}

async function upload(
  { token, file, onProgress, signal }: ImageUpload,
  { mustRefresh }: { mustRefresh: boolean },
): Promise<UploadResult | "expired" | "denied"> {
  const accessToken = await getAccessToken(mustRefresh);
  const memberId = accessToken && decodeClaims(accessToken)?.sub;
  if (!accessToken || !memberId) return "denied";
  const headers = { Authorization: `Bearer ${accessToken}` };
  // The client doesn't return the response's image size, so read it here.
  let size: Partial<ImageSize> = {};
  const send = createXhrFetch({ onProgress, signal });
  const sendAndReadSize: typeof fetch = async (...request) => {
    const result = await send(...request);
    if (result.ok) size = (await result.clone().json()) as Partial<ImageSize>;
    return result;
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
    // With these status codes, the problem is the file itself, so a retry won't help.
    return { ok: false, message, canRetry: !["400", "413", "415"].includes(statusCode) };
  }
  if (!size.width || !size.height) return { ok: false, message: UNREACHABLE, canRetry: true };
  return { ok: true, path: buildImagePath(key, { width: size.width, height: size.height }) };
}

/** Returns null if the user is signed out. Throws if that can't be determined. */
async function getAccessToken(mustRefresh: boolean): Promise<string | null> {
  const client = await getAuthClient();
  const { data, error } = mustRefresh ? await client.refreshSession() : await client.getSession();
  if (error?.name === "AuthRetryableFetchError") throw error;
  return data.session?.access_token ?? null;
}

/** A `fetch` that reports upload progress, which the browser's own can't. It rejects with the same errors. */
function createXhrFetch({ onProgress, signal }: Pick<ImageUpload, "onProgress" | "signal">): typeof fetch {
  return (input, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      signal.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(init.method ?? "GET", input instanceof Request ? input.url : String(input));
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      const stop = () => request.abort();
      signal.addEventListener("abort", stop, { once: true });
      request.onloadend = () => signal.removeEventListener("abort", stop);
      request.onload = () => {
        const { status, statusText, responseText } = request;
        const contentType = request.getResponseHeader("Content-Type");
        const headers = contentType ? { "Content-Type": contentType } : undefined;
        resolve(new Response(responseText, { status, statusText, ...(headers ? { headers } : {}) }));
      };
      request.onerror = () => reject(new TypeError("We can't reach the server."));
      request.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
      request.send(init.body as XMLHttpRequestBodyInit | null);
    });
}
