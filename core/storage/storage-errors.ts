import { ExpectedError } from "#core/expected-error.ts";

/**
 * All errors of /storage/v1. The body has `status` as `statusCode`. The HTTP status is 400 unless `http` says
 * otherwise.
 */
export const STORAGE_ERRORS = {
  NoSuchBucket: { status: 404, error: "Bucket not found", message: "Bucket not found" },
  NoSuchKey: { status: 404, error: "not_found", message: "Object not found" },
  BucketAlreadyExists: { status: 409, error: "Duplicate", message: "The resource already exists" },
  KeyAlreadyExists: { status: 409, error: "Duplicate", message: "The resource already exists" },
  ResourceNotEmpty: {
    status: 409,
    error: "ResourceNotEmpty",
    message: "The bucket you tried to delete is not empty",
  },
  EntityTooLarge: {
    status: 413,
    error: "Payload too large",
    message: "The object exceeded the maximum allowed size",
  },
  InvalidMimeType: {
    status: 415,
    error: "invalid_mime_type",
    message: "This type of file is not supported",
  },
  /** The file isn't an image, or can't be transformed. */
  ImageProcessingError: {
    status: 422,
    error: "ImageProcessingError",
    message: "Invalid source image",
  },
  InvalidKey: { status: 400, error: "InvalidKey", message: "Invalid key" },
  InvalidBucketName: { status: 400, error: "Invalid Input", message: "Bucket name invalid" },
  InvalidJWT: { status: 400, error: "InvalidJWT", message: "Invalid Compact JWS" },
  InvalidSignature: { status: 400, error: "InvalidSignature", message: "Invalid signature" },
  InvalidRequest: { status: 400, error: "Error", message: "The request is not valid" },
  AccessDenied: {
    status: 403,
    error: "Unauthorized",
    message: "new row violates row-level security policy",
  },
  InvalidRange: {
    status: 416,
    http: 416,
    error: "invalid_range",
    message: "The requested range lies beyond the object",
  },
  SlowDown: {
    status: 429,
    http: 429,
    error: "too_many_requests",
    message: "You're uploading too often. Please try again later.",
  },
  RouteNotFound: {
    status: 404,
    http: 404,
    error: "Not Found",
    message: "There's nothing at this URL",
  },
  DatabaseUnavailable: {
    status: 503,
    http: 503,
    error: "DatabaseUnavailable",
    message: "We're having trouble right now. Please try again in a moment.",
  },
  StorageUnavailable: {
    status: 503,
    http: 503,
    error: "StorageUnavailable",
    message: "We can't store or load files right now. Please try again in a moment.",
  },
  RequestTimeout: {
    status: 504,
    http: 504,
    error: "RequestTimeout",
    message: "This request timed out. Please try again.",
  },
  InternalError: {
    status: 500,
    http: 500,
    error: "Internal",
    message: "Internal Server Error",
  },
} as const satisfies Record<string, { status: number; http?: number; error: string; message: string }>;

export type StorageErrorCode = keyof typeof STORAGE_ERRORS;

/** An expected storage error, shown on a page or returned by the API. */
export class StorageError extends ExpectedError<StorageErrorCode> {
  override readonly name = "StorageError";
  readonly http: number;

  constructor(code: StorageErrorCode, options: { message?: string; http?: number; cause?: unknown } = {}) {
    const entry: { status: number; http?: number; message: string } = STORAGE_ERRORS[code];
    super(code, { status: entry.status, message: options.message ?? entry.message }, options.cause);
    this.http = options.http ?? entry.http ?? 400;
  }
}
