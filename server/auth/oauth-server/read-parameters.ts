import { OAuthError } from "../oauth-error.ts";

/** Reads the parameters of a form or JSON object. Each may be given only once. */
export function readParams(text: string, contentType = ""): URLSearchParams {
  const params = contentType.includes("application/json") ? readJson(text) : new URLSearchParams(text);
  if ([...params.keys()].length !== new Set(params.keys()).size)
    throw new OAuthError("invalid_request", "A parameter is given more than once");
  return params;
}

function readJson(text: string): URLSearchParams {
  try {
    const fields: unknown = JSON.parse(text);
    return new URLSearchParams(
      Object.entries(fields as object).filter(
        (field): field is [string, string] => typeof field[1] === "string",
      ),
    );
  } catch {
    throw new OAuthError("invalid_request", "Invalid JSON body");
  }
}
