import { getClientInfo } from "../client-info.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countPasskeyAddition, countRequest } from "../limits.ts";
import { readBody, readTextField } from "../request-body.ts";
import { nameDevice } from "../session/known-devices.ts";
import type { UserRow } from "../tables.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { requireStepUp } from "../user/require-step-up.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import { consumeChallenge, createChallenge } from "./challenges.ts";
import {
  enforcePasskeyLimit,
  insertPasskey,
  listPasskeys,
  presentPasskey,
  requirePasskeySession,
} from "./passkeys.ts";
import { getRelyingParty, type RelyingParty } from "./relying-party.ts";
import type { PasskeyRow } from "./tables.ts";
import { ALGORITHMS, parseNewCredential, verifyNewCredential } from "./verify-credential.ts";

export async function buildCreationOptions(
  auth: AuthDeps,
  user: UserRow,
  relyingParty: RelyingParty,
  challenge: Buffer<ArrayBuffer>,
) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const { username } = user.userMetadata;
  const name = user.email ?? user.phone ?? user.id;
  return generateRegistrationOptions({
    rpName: relyingParty.id,
    rpID: relyingParty.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: name,
    userDisplayName: typeof username === "string" ? username : name,
    challenge: new Uint8Array(challenge),
    timeout: PROMPT_TIMEOUT_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    // Excludes existing passkeys, because an authenticator stores only one per account and site.
    excludeCredentials: describeCredentials(await listPasskeys(auth.database.db, user.id)),
  });
}

export const describeCredentials = (rows: readonly PasskeyRow[]) =>
  rows.map(({ credentialId, transports }) => ({
    id: credentialId.toString("base64url"),
    transports: transports as AuthenticatorTransport[],
  }));

/** How long the browser waits for the user. */
export const PROMPT_TIMEOUT_MS = 5 * 60 * 1000;

/** Starts adding a passkey, in a session with a recent sign-in. */
export const handleRegistrationOptions: AuthHandler = async (c, auth) => {
  const relyingParty = getRelyingParty(auth, c.req.header("host"));
  const bearer = c.get("bearer");
  await countRequest(auth, "passkey_options", getClientInfo(c, auth).ip);
  const session = requirePasskeySession(bearer);
  await requireStepUp(auth, bearer);
  await enforcePasskeyLimit(auth.database.db, bearer.user.id);
  await countPasskeyAddition(auth, bearer.user.id);
  const challenge = await createChallenge(auth, { purpose: "register", sessionId: session.id });
  return c.json({
    challenge_id: challenge.id,
    options: await buildCreationOptions(auth, bearer.user, relyingParty, challenge.challenge),
    expires_at: challenge.expiresAt,
  });
};

/** Adds the passkey, named after the device, and emails the owner. */
export const handleRegistration: AuthHandler = async (c, auth) => {
  const relyingParty = getRelyingParty(auth, c.req.header("host"));
  const body = await readBody(c);
  const challengeId = readTextField(body, "challenge_id");
  const client = getClientInfo(c, auth);
  const bearer = c.get("bearer");
  await countRequest(auth, "passkey_verify", client.ip);
  const { id: sessionId } = requirePasskeySession(bearer);
  const challenge = await consumeChallenge(auth, challengeId, { purpose: "register", sessionId });
  const credential = parseNewCredential(body.credential);
  const verifiedCredential = await verifyNewCredential(credential, { challenge, relyingParty });
  const name = nameDevice(client);
  const addedPasskey = await runWithMessages(auth, async (tx) => {
    const { user } = await lockSessionUser(tx, bearer);
    const passkey = await insertPasskey(auth, tx, {
      ...verifiedCredential,
      userId: user.id,
      name,
      factorId: null,
    });
    await notifyOwner(auth, tx, user, { kind: "passkey_added", name, isFactor: false });
    return passkey;
  });
  return c.json(presentPasskey(addedPasskey));
};
