import { AppError } from "#core/errors.ts";

/** Many more than any form of the site has. */
const MOST_FIELDS = 200;

/** As browsers and programs write it, and in no way that another parser could read otherwise. */
const MULTIPART =
  /^multipart\/form-data\s*;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*(?:;\s*charset="?[\w-]+"?\s*)?$/i;

/**
 * Refuses a write to a page whose body is no form, before an action reads it and takes the sender's mistake for a
 * bug of ours; also one of countless fields, since a megabyte of them keeps the program from all others while it is
 * parsed. Throws invalid_input; the request's body stays unread.
 */
export async function assertReadableForm(request: Request): Promise<void> {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return;
  const given = request.headers.get("Content-Type") ?? "";
  const type = given.split(";")[0]?.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") {
    // Any bytes can be read as this one.
    assertFewFields(await bytesOf(request), "&");
    return;
  }
  const boundary = MULTIPART.exec(given)?.[2];
  if (boundary !== undefined) {
    const bytes = await bytesOf(request);
    assertFewFields(bytes, `--${boundary}`);
    if (await isMultipart(bytes, given)) return;
  }
  throw new AppError("invalid_input", { message: "What was sent is not a form." });
}

/** The body once; the request can still be read. A body beyond its limit is refused while it is read. */
const bytesOf = async (request: Request) => Buffer.from(await request.clone().arrayBuffer());

function assertFewFields(bytes: Buffer, between: string): void {
  let at = -1;
  for (let fields = 0; fields <= MOST_FIELDS; fields += 1) {
    at = bytes.indexOf(between, at + 1, "latin1");
    if (at < 0) return;
  }
  throw new AppError("invalid_input", { message: "This form has too many fields." });
}

async function isMultipart(bytes: Buffer<ArrayBuffer>, type: string): Promise<boolean> {
  try {
    await new Response(bytes, { headers: { "Content-Type": type } }).formData();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
