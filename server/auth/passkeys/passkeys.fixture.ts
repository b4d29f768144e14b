import type { GoTrueClient } from "@supabase/auth-js";
import type { AuthFixture } from "../testing.ts";
import { type Authenticator, type Changes, createAuthenticator } from "./authenticator.fixture.ts";

export function createPasskeySteps(fixture: AuthFixture) {
  async function signIn() {
    const user = await fixture.register();
    const client = fixture.client();
    await client.signInWithPassword({ email: user.email, password: user.password });
    return { ...user, client, userId: user.session.user.id };
  }

  async function addPasskey(
    client: GoTrueClient,
    authenticator: Authenticator = createAuthenticator(),
    changes: Changes = {},
  ) {
    const startResult = await client.passkey.startRegistration();
    if (startResult.error) throw startResult.error;
    const { challenge_id: challengeId, options } = startResult.data;
    const credential = authenticator.create(options, changes);
    const addResult = await client.passkey.verifyRegistration({ challengeId, credential });
    if (addResult.error) throw addResult.error;
    return { ...addResult.data, authenticator };
  }

  async function signInAndAddPasskey() {
    const user = await signIn();
    return { ...user, passkey: await addPasskey(user.client) };
  }

  async function signInWithPasskey(
    authenticator: Authenticator,
    changes: Changes = {},
    client: GoTrueClient = fixture.client(),
  ) {
    const startResult = await client.passkey.startAuthentication();
    if (startResult.error) throw startResult.error;
    const { challenge_id: challengeId, options } = startResult.data;
    const credential = authenticator.get(options, changes);
    const result = await client.passkey.verifyAuthentication({ challengeId, credential });
    return { ...result, client, challengeId, credential };
  }

  const getToken = async (client: GoTrueClient) =>
    (await client.getSession()).data.session?.access_token ?? "";

  return { signIn, addPasskey, signInAndAddPasskey, signInWithPasskey, getToken };
}

export function decodeClaims(token: string): { aal: string; amr: { method: string }[]; session_id: string } {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
