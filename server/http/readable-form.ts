import { AppError } from "#core/errors.ts";

/**
 * Refuses a write to a page whose body is no form, before an action reads it and takes the sender's mistake for a
 * bug of ours. Throws invalid_input; the request's body stays unread.
 */
export async function assertReadableForm(request: Request): Promise<void> {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return;
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  // Any bytes can be read as this one.
  if (type === "application/x-www-form-urlencoded") return;
  if (type === "multipart/form-data" && (await isMultipart(request.clone()))) return;
  throw new AppError("invalid_input", { message: "What was sent is not a form." });
}

async function isMultipart(request: Request): Promise<boolean> {
  try {
    await request.formData();
    return true;
  } catch (error) {
    // The parser throws TypeErrors; anything else (a body beyond its limit) has words of its own.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
