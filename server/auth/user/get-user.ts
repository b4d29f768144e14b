import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { presentUser } from "./present-user.ts";

export const handleGetUser: AuthHandler = async (c, auth) => {
  const { user, claims } = c.get("bearer");
  const audience = c.req.header("x-jwt-aud");
  if (audience && audience !== claims.aud)
    throw createValidationError("Token audience doesn't match request audience");
  return c.json(await presentUser(auth.database.db, user));
};
