import { randomBytes } from "node:crypto";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";

/** Signs up a member and returns their Cookie header. */
export async function signUpMember(url: string): Promise<string> {
  const name = `bench_${randomBytes(4).toString("hex")}`;
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      email: `${name}@example.org`,
      password: randomBytes(12).toString("base64url"),
      data: { username: name },
    }),
  });
  if (!response.ok) throw new Error(`Sign-up failed: ${response.status} ${await response.text()}`);
  const session = (await response.json()) as object;
  return encodeSessionCookies(serializeSession(session))
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
