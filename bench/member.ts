import { randomBytes } from "node:crypto";
import { encodeSessionCookies, sessionCookieValue } from "#core/accounts/session-cookie.ts";

/** Signs somebody up and gives the Cookie header of the browser that did it. */
export async function signUpMember(url: string): Promise<string> {
  const name = `bench_${randomBytes(4).toString("hex")}`;
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      email: `${name}@example.org`,
      password: randomBytes(12).toString("base64url"),
      data: { username: name },
    }),
  });
  if (!answer.ok) throw new Error(`The sign-up was refused: ${answer.status} ${await answer.text()}`);
  const session = (await answer.json()) as object;
  return encodeSessionCookies(sessionCookieValue(session))
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
