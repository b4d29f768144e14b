import type { S3Connection } from "./s3-client.ts";

/** URLs stay the same for this long, so that browsers can cache the file, and are valid twice as long. */
const WINDOW_SECONDS = 300;

export interface DownloadHeaders {
  readonly contentType: string;
  readonly disposition: string | null;
}

/** Signs a URL that reads one object without credentials, for five to ten minutes. */
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
