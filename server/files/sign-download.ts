import type { S3Connection } from "./s3-client.ts";

/** A URL stays the same for this long, so that browsers can cache the file, and is valid for twice that time. */
const WINDOW_SECONDS = 300;

export interface DownloadHeaders {
  readonly contentType: string;
  readonly disposition: string | null;
}

/** Signs a URL from which one object can be read without credentials. It is valid for five to ten minutes. */
export async function signDownload(
  { client, sdk }: S3Connection,
  object: { readonly Bucket: string; readonly Key: string },
  { contentType, disposition }: DownloadHeaders,
  now: Date,
): Promise<string> {
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  const startSeconds = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS;
  const command = new sdk.GetObjectCommand({
    ...object,
    ResponseContentType: contentType,
    ResponseCacheControl: `private, max-age=${WINDOW_SECONDS}`,
    ...(disposition !== null && { ResponseContentDisposition: disposition }),
  });
  return getSignedUrl(client, command, {
    expiresIn: 2 * WINDOW_SECONDS,
    signingDate: new Date(startSeconds * 1000),
  });
}
