import { getClientInfo } from "../client-info.ts";
import type { AuthHandler } from "../handler.ts";
import { readBody, readTextField } from "../request-body.ts";
import {
  countRecoveryCodes,
  createRecoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  verifyRecoveryCode,
} from "./recovery-codes.ts";

export const handleCountRecoveryCodes: AuthHandler = async (c, auth) =>
  c.json(await countRecoveryCodes(auth, c.get("bearer")));

/** The body is optional: clients only send one to name the codes. */
export const handleCreateRecoveryCodes: AuthHandler = async (c, auth) => {
  const hasBody = (await c.req.text()).trim() !== "";
  const name = hasBody ? readTextField(await readBody(c), "friendly_name") : undefined;
  return c.json(await createRecoveryCodes(auth, c.get("bearer"), name));
};

export const handleReplaceRecoveryCodes: AuthHandler = async (c, auth) =>
  c.json(await replaceRecoveryCodes(auth, c.get("bearer")));

export const handleRemoveRecoveryCodes: AuthHandler = async (c, auth) =>
  c.json(await removeRecoveryCodes(auth, c.get("bearer")));

export const handleVerifyRecoveryCode: AuthHandler = async (c, auth) => {
  const code = readTextField(await readBody(c), "code");
  return c.json(await verifyRecoveryCode(auth, c.get("bearer"), code, getClientInfo(c, auth)));
};
