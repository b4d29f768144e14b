import { ExpectedError } from "#core/expected-error.ts";

const error = (status: number, name: string, message: string, httpStatus = 400) => ({
  status,
  error: name,
  message,
  httpStatus,
});

/**
 * All errors of /storage/v1. `status` is sent in the body, as `statusCode`. The HTTP status of the response is
 * `httpStatus`, which is 400 for most errors.
 */
export const STORAGE_ERRORS = {
  NoSuchBucket: error(404, "Bucket not found", "Bucket not found"),
  NoSuchKey: error(404, "not_found", "Object not found"),
  BucketAlreadyExists: error(409, "Duplicate", "The resource already exists"),
  KeyAlreadyExists: error(409, "Duplicate", "The resource already exists"),
  ResourceNotEmpty: error(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty"),
  EntityTooLarge: error(413, "Payload too large", "The object exceeded the maximum allowed size"),
  InvalidMimeType: error(415, "invalid_mime_type", "This type of file is not supported"),
  /** The file isn't an image, or can't be transformed. */
  ImageProcessingError: error(422, "ImageProcessingError", "Invalid source image"),
  InvalidKey: error(400, "InvalidKey", "Invalid key"),
  InvalidBucketName: error(400, "Invalid Input", "Bucket name invalid"),
  InvalidJWT: error(400, "InvalidJWT", "Invalid Compact JWS"),
  InvalidSignature: error(400, "InvalidSignature", "Invalid signature"),
  InvalidRequest: error(400, "Error", "The request is not valid"),
  AccessDenied: error(403, "Unauthorized", "new row violates row-level security policy"),
  InvalidRange: error(416, "invalid_range", "The requested range lies beyond the object", 416),
  SlowDown: error(429, "too_many_requests", "You're uploading too often. Please try again later.", 429),
  RouteNotFound: error(404, "Not Found", "There's nothing at this URL", 404),
  DatabaseUnavailable: error(
    503,
    "DatabaseUnavailable",
    "We're having trouble right now. Please try again in a moment.",
    503,
  ),
  StorageUnavailable: error(
    503,
    "StorageUnavailable",
    "We can't store or load files right now. Please try again in a moment.",
    503,
  ),
  RequestTimeout: error(504, "RequestTimeout", "This request timed out. Please try again.", 504),
  InternalError: error(500, "Internal", "Internal Server Error", 500),
};

export type StorageErrorCode = keyof typeof STORAGE_ERRORS;

/** An expected storage error, shown on a page or returned by the API. */
export class StorageError extends ExpectedError<StorageErrorCode> {
  override readonly name = "StorageError";
  readonly httpStatus: number;

  constructor(
    code: StorageErrorCode,
    options: { message?: string; httpStatus?: number; cause?: unknown } = {},
  ) {
    const { status, message, httpStatus } = STORAGE_ERRORS[code];
    super(code, { status, message: options.message ?? message }, options.cause);
    this.httpStatus = options.httpStatus ?? httpStatus;
  }
}

/**
 * Whether the error means that files can't be stored or loaded, because S3 is unavailable or the disk is full. This isn't
 * a bug in Lattice.
 */
export const isStorageOutage = (error: unknown): error is StorageError =>
  error instanceof StorageError && error.code === "StorageUnavailable";
