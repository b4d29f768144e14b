import type { S3Client } from "@aws-sdk/client-s3";

export interface S3Settings {
  /** For example https://s3.eu-central-1.amazonaws.com. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Precedes every key; empty, or ends in a slash. */
  readonly prefix: string;
  /** Whether the bucket's name is in the URL's path rather than in the hostname. */
  readonly usesPathStyle: boolean;
  /** Whether browsers download files directly from the endpoint. */
  readonly signsDownloads: boolean;
  /** Time limits per attempt. Tests set shorter ones. */
  readonly timeouts?: Partial<S3Timeouts>;
}

export interface S3Timeouts {
  readonly connectMs: number;
  /** Time until the response begins. */
  readonly responseMs: number;
  /** Time until the response to an uploaded part or a copy begins. */
  readonly uploadMs: number;
  /** Maximum time between two pieces of a response's content. */
  readonly idleMs: number;
}

const DEFAULT_TIMEOUTS: S3Timeouts = {
  connectMs: 4_000,
  responseMs: 8_000,
  uploadMs: 30_000,
  idleMs: 15_000,
};
/** The number of attempts per request, including the first. The client waits up to a second between attempts. */
export const ATTEMPTS_MAX = 3;
const SOCKETS_MAX = 64;

/** The SDK, which is loaded only on sites that use S3, because it needs about 20 MB of memory. */
type Sdk = typeof import("@aws-sdk/client-s3");

export interface S3Connection {
  readonly sdk: Sdk;
  readonly client: S3Client;
}

/** Opens the connection when it is first used, and only once, unless the SDK couldn't be loaded. */
export function createS3Connection(settings: S3Settings): {
  open(): Promise<S3Connection>;
  readonly timeouts: S3Timeouts;
} {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...settings.timeouts };
  let connection: Promise<S3Connection> | undefined;
  const create = async (): Promise<S3Connection> => {
    const sdk = await import("@aws-sdk/client-s3");
    const agent = { keepAlive: true, maxSockets: SOCKETS_MAX };
    const client = new sdk.S3Client({
      endpoint: settings.endpoint,
      region: settings.region,
      forcePathStyle: settings.usesPathStyle,
      credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
      maxAttempts: ATTEMPTS_MAX,
      requestHandler: {
        connectionTimeout: timeouts.connectMs,
        requestTimeout: timeouts.uploadMs,
        throwOnRequestTimeout: true,
        httpAgent: agent,
        httpsAgent: agent,
      },
      // The signature already covers a digest of the content, and many self-hosted servers reject other checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
    return { sdk, client };
  };
  return {
    timeouts,
    open() {
      connection ??= create().catch((error: unknown) => {
        connection = undefined;
        throw error;
      });
      return connection;
    },
  };
}

/** A failed request to S3, without the request's headers, which contain its signature. */
export class S3Failure extends Error {
  override readonly name = "S3Failure";
  /** The server's error code or, without one, for example "ECONNREFUSED", "Timeout" or "HTTP 503". */
  readonly code: string;
  /** The HTTP status; null without a response. */
  readonly status: number | null;

  constructor(error: unknown) {
    const { code, status, message } = describeError(error);
    super(message === "" || message === code ? code : `${code}: ${message}`);
    this.code = code;
    this.status = status;
  }
}

function describeError(error: unknown): { code: string; status: number | null; message: string } {
  const { name, code, message, $metadata } = error as {
    name?: string;
    code?: unknown;
    message?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? null;
  if (name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT")
    return { code: "Timeout", status, message: "no response in time" };
  // Failed connections have a code, and S3's errors have a name.
  const errorName = typeof code === "string" ? code : (name ?? "Error");
  // A response without a body doesn't name the error.
  if (status !== null && /^(Error|Unknown)/.test(errorName))
    return { code: `HTTP ${status}`, status, message: "" };
  return { code: errorName, status, message: message ?? "" };
}
