/**
 * All errors of /storage/v1. The error's status is in the body as `statusCode`; the HTTP status is 400 unless
 * `http` says otherwise.
 */
export const STORAGE_ERRORS = {
  NoSuchBucket: { statusCode: 404, error: "Bucket not found", message: "Bucket not found" },
  NoSuchKey: { statusCode: 404, error: "not_found", message: "Object not found" },
  BucketAlreadyExists: { statusCode: 409, error: "Duplicate", message: "The resource already exists" },
  KeyAlreadyExists: { statusCode: 409, error: "Duplicate", message: "The resource already exists" },
  ResourceNotEmpty: {
    statusCode: 409,
    error: "ResourceNotEmpty",
    message: "The bucket you tried to delete is not empty",
  },
  EntityTooLarge: {
    statusCode: 413,
    error: "Payload too large",
    message: "The object exceeded the maximum allowed size",
  },
  InvalidMimeType: {
    statusCode: 415,
    error: "invalid_mime_type",
    message: "This type of file is not supported",
  },
  /** Not an image, or one that can't be transformed. */
  ImageProcessingError: {
    statusCode: 422,
    error: "ImageProcessingError",
    message: "Invalid source image",
  },
  InvalidKey: { statusCode: 400, error: "InvalidKey", message: "Invalid key" },
  InvalidBucketName: { statusCode: 400, error: "Invalid Input", message: "Bucket name invalid" },
  InvalidJWT: { statusCode: 400, error: "InvalidJWT", message: "Invalid Compact JWS" },
  InvalidSignature: { statusCode: 400, error: "InvalidSignature", message: "Invalid signature" },
  InvalidRequest: { statusCode: 400, error: "Error", message: "The request is not valid" },
  AccessDenied: {
    statusCode: 403,
    error: "Unauthorized",
    message: "new row violates row-level security policy",
  },
  InvalidRange: {
    statusCode: 416,
    http: 416,
    error: "invalid_range",
    message: "The requested range lies beyond the object",
  },
  SlowDown: {
    statusCode: 429,
    http: 429,
    error: "too_many_requests",
    message: "You're uploading too often. Please try again later.",
  },
  RouteNotFound: {
    statusCode: 404,
    http: 404,
    error: "Not Found",
    message: "There's nothing at this URL",
  },
  DatabaseUnavailable: {
    statusCode: 503,
    http: 503,
    error: "DatabaseUnavailable",
    message: "We're having trouble right now. Please try again in a moment.",
  },
  StorageUnavailable: {
    statusCode: 503,
    http: 503,
    error: "StorageUnavailable",
    message: "We can't store or load files right now. Please try again in a moment.",
  },
  RequestTimeout: {
    statusCode: 504,
    http: 504,
    error: "RequestTimeout",
    message: "This request timed out. Please try again.",
  },
  InternalError: {
    statusCode: 500,
    http: 500,
    error: "Internal",
    message: "Internal Server Error",
  },
} as const satisfies Record<string, { statusCode: number; http?: number; error: string; message: string }>;

export type StorageErrorCode = keyof typeof STORAGE_ERRORS;

/** An expected refusal, of the protocol or of a page's operation. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: StorageErrorCode;
  readonly statusCode: number;
  /** The HTTP status. */
  readonly http: number;

  constructor(code: StorageErrorCode, options: { message?: string; http?: number; cause?: unknown } = {}) {
    super(options.message ?? STORAGE_ERRORS[code].message, { cause: options.cause });
    const entry: { statusCode: number; http?: number } = STORAGE_ERRORS[code];
    this.code = code;
    this.statusCode = entry.statusCode;
    this.http = options.http ?? entry.http ?? 400;
  }
}
