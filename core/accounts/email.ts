/** The same pattern that browsers use for email fields (HTML standard). */
const PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

const EMAIL_MAX_LENGTH = 255;

/** Returns the address in lower case, or the problem with it. */
export function parseEmail(input: string): { email: string } | { problem: string } {
  const email = input.trim().toLowerCase();
  if (email === "") return { problem: "An email address is required" };
  if (email.length > EMAIL_MAX_LENGTH) return { problem: "An email address is too long" };
  if (!PATTERN.test(email)) return { problem: "Unable to validate email address: invalid format" };
  return { email };
}
