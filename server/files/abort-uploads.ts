import type { ListMultipartUploadsCommandOutput } from "@aws-sdk/client-s3";
import { type S3Connection, S3Failure } from "./s3-client.ts";

/**
 * Aborts the incomplete uploads to keys with the prefix that were begun before the given time. This deletes their parts,
 * which take up space but aren't listed as objects. Returns the number of uploads.
 */
export async function abortUploads(
  { client, sdk }: S3Connection,
  { Bucket, Prefix }: { readonly Bucket: string; readonly Prefix: string },
  before: Date,
  requestOptions: { readonly requestTimeout: number },
): Promise<number> {
  let abortedCount = 0;
  for (let markers = {}; ; ) {
    const page = await client
      .send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }), requestOptions)
      .catch(ignoreUnsupported);
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= before) continue;
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), requestOptions);
      abortedCount += 1;
    }
    if (!page.IsTruncated || !page.NextKeyMarker) return abortedCount;
    markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/** Some self-hosted servers can't list incomplete uploads, and delete such uploads themselves. */
function ignoreUnsupported(error: unknown): Partial<ListMultipartUploadsCommandOutput> {
  const { code } = new S3Failure(error);
  if (code === "NotImplemented" || code === "MethodNotAllowed") return {};
  throw error;
}
