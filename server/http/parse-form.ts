import { AppError } from "#core/errors.ts";

/** Many more than any form of the site has. */
const MOST_FIELDS = 200;

/** As browsers and programs write it, and in no way that another parser could read otherwise. */
const MULTIPART =
  /^multipart\/form-data\s*;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*(?:;\s*charset="?[\w-]+"?\s*)?$/i;

/**
 * The form of a write to a page, parsed once for its action; null for a read. A body that is no form is refused before an
 * action takes the sender's mistake for a bug of ours; so is one of countless fields, since a megabyte of them blocks
 * the program for everyone while it is parsed. Throws invalid_input; a body beyond its limit is refused while it is read.
 */
export async function parseForm(request: Request): Promise<FormData | null> {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return null;
  const type = request.headers.get("Content-Type") ?? "";
  const boundary = MULTIPART.exec(type)?.[2];
  const isEncoded = type.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";
  if (!isEncoded && boundary === undefined) throw noForm();

  const bytes = Buffer.from(await request.arrayBuffer());
  assertFewFields(bytes, boundary === undefined ? "&" : `--${boundary}`);
  try {
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch (error) {
    throw error instanceof TypeError ? noForm() : error;
  }
}

const noForm = () => new AppError("invalid_input", { message: "What was sent is not a form." });

function assertFewFields(bytes: Buffer, between: string): void {
  let at = -1;
  for (let fields = 0; fields <= MOST_FIELDS; fields += 1) {
    at = bytes.indexOf(between, at + 1, "latin1");
    if (at < 0) return;
  }
  throw new AppError("invalid_input", { message: "This form has too many fields." });
}
