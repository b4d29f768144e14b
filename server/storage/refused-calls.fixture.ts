/** The calls that are refused. The protocol's wording isn't imported, so that a change makes the tests fail. */

export const REFUSALS = {
  NoSuchBucket: [400, "404", "Bucket not found", "Bucket not found"],
  NoSuchKey: [400, "404", "not_found", "Object not found"],
  BucketAlreadyExists: [400, "409", "Duplicate", "The resource already exists"],
  KeyAlreadyExists: [400, "409", "Duplicate", "The resource already exists"],
  ResourceNotEmpty: [400, "409", "ResourceNotEmpty", "The bucket you tried to delete is not empty"],
  EntityTooLarge: [400, "413", "Payload too large", "The object exceeded the maximum allowed size"],
  InvalidMimeType: [400, "415", "invalid_mime_type", "mime type text/plain is not supported"],
  InvalidBucketName: [400, "400", "Invalid Input", "Bucket name invalid"],
  InvalidKey: [400, "400", "InvalidKey", "Invalid key: a//b"],
  InvalidJWT: [400, "400", "InvalidJWT", "Invalid Compact JWS"],
  InvalidSignature: [400, "400", "InvalidSignature", "Invalid signature"],
  InvalidRequest: [400, "400", "Error", ""],
  AccessDenied: [400, "403", "Unauthorized", "new row violates row-level security policy"],
  ImageProcessingError: [400, "422", "ImageProcessingError", "Invalid source image"],
  InvalidRange: [416, "416", "invalid_range", "The requested range lies beyond the object"],
} as const;

interface RequestOptions {
  /** Who sends the request; the service role by default. */
  readonly as?: "member" | "visitor";
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly httpStatus?: number;
  /** The message, if it differs from the usual one. For InvalidRequest, a part of it. */
  readonly message?: string;
}
type Row = [call: string, path: string, code: keyof typeof REFUSALS, request: RequestOptions];

const member = { as: "member" } as const;
const text = { body: "x", headers: { "content-type": "text/plain" } };
const elevenBytes = { body: "12345678901", headers: { "content-type": "image/png" } };
const badMetadata = { body: "x", headers: { "x-metadata": btoa("[1]") }, message: "metadata must be" };
const form = { "content-type": "multipart/form-data; boundary=b" };
const tooLargeForm = {
  body: '--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\nContent-Type: image/png\r\n\r\n12345678901\r\n--b--',
  headers: form,
};
const textForm = { ...tooLargeForm, body: tooLargeForm.body.replace("image/png", "text/plain") };
const formWithoutFile = { body: "--b--", headers: form, message: "The form has no file" };
const NO_TYPE = "mime type no type is not supported";
const outOfRange = { headers: { range: "bytes=9-" } };
const notJson = { body: "{", message: "The body is not valid JSON" };
const buildTransfer = (
  bucketId: string,
  sourceKey: string,
  destinationKey: string,
  destinationBucket?: string,
) => ({
  json: { bucketId, sourceKey, destinationKey, destinationBucket },
});

/** Builds the rows of one call. `rest` replaces `:bucket/:key` in its path, or is appended to a path without them. */
function buildRows(
  call: string,
  ...rows: [rest: string, code: keyof typeof REFUSALS, request?: RequestOptions][]
): Row[] {
  const [, path = ""] = call.split(" ");
  const placeholders = /:bucket(\/:key)?/;
  return rows.map(([rest, code, request]) => {
    return [
      call,
      placeholders.test(path) ? path.replace(placeholders, rest) : path + rest,
      code,
      request ?? {},
    ];
  });
}

const BUCKETS = [
  buildRows(
    "GET /bucket",
    ["?limit=0", "InvalidRequest", { message: "querystring/limit" }],
    ["?offset=-1", "InvalidRequest", { message: "querystring/offset" }],
    ["?sortColumn=owner", "InvalidRequest", { message: "querystring/sortColumn" }],
    ["?sortOrder=up", "InvalidRequest", { message: "querystring/sortOrder" }],
    ["?search=%00", "InvalidRequest", { message: "querystring" }],
  ),
  buildRows(
    "POST /bucket",
    ["", "InvalidRequest", notJson],
    ["", "InvalidBucketName", { json: { name: "fine", id: "a/b" } }],
    ["", "BucketAlreadyExists", { json: { name: "other", id: "closed" } }],
    ["", "EntityTooLarge", { json: { name: "new", file_size_limit: "4MB" } }],
    ["", "InvalidMimeType", { json: { name: "new", allowed_mime_types: ["no type"] }, message: NO_TYPE }],
    ["", "AccessDenied", { ...member, json: { name: "new" } }],
  ),
  buildRows("GET /bucket/:bucket", ["nowhere", "NoSuchBucket"], ["closed", "NoSuchBucket", member]),
  buildRows(
    "PUT /bucket/:bucket",
    ["nowhere", "NoSuchBucket", { json: {} }],
    ["closed", "NoSuchBucket", { ...member, json: { public: true } }],
    ["open", "AccessDenied", { ...member, json: { public: false } }],
    ["open", "InvalidRequest", notJson],
    ["open", "InvalidRequest", { json: { public: 1 }, message: "body/public" }],
    ["open", "InvalidRequest", { json: { file_size_limit: "2 miles" }, message: "file_size_limit" }],
    ["open", "EntityTooLarge", { json: { file_size_limit: "4MB" } }],
    ["open", "InvalidMimeType", { json: { allowed_mime_types: ["no type"] }, message: NO_TYPE }],
  ),
  buildRows(
    "POST /bucket/:bucket/empty",
    ["nowhere", "NoSuchBucket", { json: {} }],
    ["open", "AccessDenied", { ...member, httpStatus: 403, message: "Access denied: Invalid role" }],
  ),
  buildRows(
    "DELETE /bucket/:bucket",
    ["nowhere", "NoSuchBucket"],
    ["closed", "NoSuchBucket", member],
    ["open", "AccessDenied", member],
    ["open", "ResourceNotEmpty", { json: {} }],
  ),
];

const LISTS = ["list", "list-v2"].map((list) =>
  buildRows(
    `POST /object/${list}/:bucket`,
    ["nowhere", "NoSuchBucket", { json: { prefix: "" } }],
    ["open", "InvalidRequest", notJson],
    ["open", "InvalidRequest", { json: { limit: 0 }, message: "body/limit" }],
    ["open", "InvalidRequest", { json: { prefix: 5 }, message: "body/prefix" }],
    ["open", "InvalidRequest", { json: { sortBy: { column: "size" } }, message: "body/sortBy/column" }],
    ["open", "InvalidRequest", { json: { sortBy: { order: "up" } }, message: "body/sortBy/order" }],
  ),
);

const TRANSFERS = ["move", "copy"].map((verb) =>
  buildRows(
    `POST /object/${verb}`,
    ["", "InvalidRequest", notJson],
    ["", "InvalidRequest", { json: { bucketId: "open", sourceKey: "there" }, message: "body/dest" }],
    ["", "InvalidKey", buildTransfer("open", "there", "a//b")],
    ["", "NoSuchBucket", buildTransfer("nowhere", "there", "new")],
    ["", "NoSuchBucket", buildTransfer("open", "there", "new", "nowhere")],
    ["", "NoSuchKey", buildTransfer("open", "missing", "new")],
    ["", "NoSuchKey", { ...member, ...buildTransfer("closed", "there", "new") }],
    ["", "AccessDenied", { ...member, ...buildTransfer("open", "there", "new") }],
    ["", "KeyAlreadyExists", buildTransfer("open", "there", "taken")],
    ["", "KeyAlreadyExists", buildTransfer("open", "there", "there")],
    ["", "KeyAlreadyExists", buildTransfer("open", "there", "there", "closed")],
    ["", "InvalidMimeType", buildTransfer("open", "there", "new", "small")],
    ["", "EntityTooLarge", buildTransfer("open", "eleven.png", "new", "small")],
  ),
);

const UPLOADS = ["POST", "PUT"].map((method) =>
  buildRows(
    `${method} /object/:bucket/:key`,
    ["nowhere/a", "NoSuchBucket", text],
    ["open/a%2F%2Fb", "InvalidKey", text],
    ["open/there", "AccessDenied", { ...text, ...member }],
    ["small/a", "EntityTooLarge", elevenBytes],
    ["small/a", "EntityTooLarge", tooLargeForm],
    ["small/a", "InvalidMimeType", text],
    ["small/a", "InvalidMimeType", textForm],
    ["open/a", "InvalidRequest", badMetadata],
    ["open/a", "InvalidRequest", formWithoutFile],
  ),
);

const READS = ["", "authenticated/", "info/", "info/authenticated/"].map((access) =>
  buildRows(
    `GET /object/${access}:bucket/:key`,
    ["nowhere/there", "NoSuchBucket"],
    ["open/missing", "NoSuchKey"],
    ["closed/missing", "NoSuchKey"],
    ["closed/there", "NoSuchKey", member],
    ["closed/there", "AccessDenied", { as: "visitor", message: "Invalid Compact JWS" }],
  ),
);

const PUBLIC_READS = ["public/", "info/public/"].map((access) =>
  buildRows(
    `GET /object/${access}:bucket/:key`,
    ["nowhere/there", "NoSuchBucket", { as: "visitor" }],
    ["closed/there", "NoSuchBucket"],
    ["open/missing", "NoSuchKey", { as: "visitor" }],
  ),
);

/** `{scope bucket/key}` is replaced by the parameter `token` with a signed token. */
const SIGNED_URLS = [
  buildRows(
    "POST /object/sign/:bucket",
    ["nowhere", "NoSuchBucket", { json: { expiresIn: 9, paths: ["a"] } }],
    ["open", "InvalidRequest", { json: { expiresIn: 9 }, message: "body/paths" }],
    ["open", "InvalidRequest", { json: { expiresIn: 0, paths: ["a"] }, message: "body/expiresIn" }],
  ),
  buildRows(
    "POST /object/sign/:bucket/:key",
    ["nowhere/a", "NoSuchBucket", { json: { expiresIn: 9 } }],
    ["open/missing", "NoSuchKey", { json: { expiresIn: 9 } }],
    ["closed/there", "NoSuchKey", { ...member, json: { expiresIn: 9 } }],
    ["open/there", "InvalidRequest", { json: {}, message: "body/expiresIn" }],
    [
      "open/there",
      "InvalidRequest",
      { json: { expiresIn: 9, transform: { resize: "x" } }, message: "body/transform/resize" },
    ],
  ),
  buildRows(
    "GET /object/sign/:bucket/:key",
    ["closed/gone", "InvalidJWT", { as: "visitor" }],
    ["closed/there?{download closed/gone}", "InvalidSignature"],
    ["closed/there?{render closed/there}", "InvalidSignature"],
    ["open/new?{upload open/new}", "InvalidSignature"],
    ["closed/gone?{download closed/gone}", "NoSuchKey"],
    ["doomed/gone?{download doomed/gone}", "NoSuchBucket"],
    ["closed/there?{download closed/there}", "InvalidRange", outOfRange],
  ),
  buildRows(
    "POST /object/upload/sign/:bucket/:key",
    ["nowhere/a", "NoSuchBucket"],
    ["open/a%2F%2Fb", "InvalidKey"],
    ["open/a", "AccessDenied", member],
    ["open/there", "KeyAlreadyExists"],
  ),
  buildRows(
    "PUT /object/upload/sign/:bucket/:key",
    ["open/new", "InvalidJWT", text],
    ["open/b?{upload open/new}", "InvalidSignature", text],
    ["closed/there?{download closed/there}", "InvalidSignature", text],
    ["doomed/new?{upload doomed/new}", "NoSuchBucket", text],
    ["open/late?{upload open/late}", "KeyAlreadyExists", text],
    ["small/new?{upload small/new}", "EntityTooLarge", elevenBytes],
    ["small/new?{upload small/new}", "InvalidMimeType", text],
    ["open/new?{upload open/new}", "InvalidRequest", formWithoutFile],
  ),
];

const TRANSFORMATIONS = [
  buildRows(
    "GET /render/image/public/:bucket/:key",
    ["nowhere/a", "NoSuchBucket"],
    ["closed/there", "NoSuchBucket"],
    ["open/missing", "NoSuchKey"],
    ["open/there", "ImageProcessingError"],
    ["open/there?width=x", "InvalidRequest", { message: "querystring/width" }],
  ),
  buildRows(
    "GET /render/image/authenticated/:bucket/:key",
    ["nowhere/a", "NoSuchBucket"],
    ["closed/missing", "NoSuchKey"],
    ["closed/there", "NoSuchKey", member],
    ["closed/there", "ImageProcessingError"],
    ["closed/there?quality=1", "InvalidRequest", { message: "querystring/quality" }],
  ),
  buildRows(
    "GET /render/image/sign/:bucket/:key",
    ["closed/there", "InvalidJWT", { as: "visitor" }],
    ["closed/there?{download closed/there}", "InvalidSignature"],
    ["closed/gone?{render closed/there}", "InvalidSignature"],
    ["closed/gone?{render closed/gone}", "NoSuchKey"],
    ["doomed/gone?{render doomed/gone}", "NoSuchBucket"],
    ["closed/there?{render closed/there}", "ImageProcessingError"],
  ),
];

const OTHERS = [
  buildRows("POST /object/:bucket/:key", ["open/there", "KeyAlreadyExists", text]),
  buildRows("GET /object/:bucket/:key", ["closed/there", "InvalidRange", outOfRange]),
  buildRows("GET /object/authenticated/:bucket/:key", ["closed/there", "InvalidRange", outOfRange]),
  buildRows("GET /object/public/:bucket/:key", ["open/there", "InvalidRange", outOfRange]),
  buildRows(
    "DELETE /object/:bucket",
    ["nowhere", "NoSuchBucket", { json: { prefixes: ["a"] } }],
    ["open", "InvalidRequest", { json: {}, message: "body/prefixes" }],
    ["open", "InvalidRequest", notJson],
  ),
  buildRows(
    "DELETE /object/:bucket/:key",
    ["nowhere/a", "NoSuchBucket"],
    ["open/missing", "NoSuchKey"],
    ["open/there", "AccessDenied", member],
  ),
];

export const REFUSED_CALLS = [
  BUCKETS,
  LISTS,
  TRANSFERS,
  UPLOADS,
  READS,
  PUBLIC_READS,
  SIGNED_URLS,
  TRANSFORMATIONS,
  OTHERS,
].flat(2);
