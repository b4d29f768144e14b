import type { AuthHandler } from "../handler.ts";
import { presentUser } from "../user/present-user.ts";
import { findUser } from "./find-user.ts";

export const handleShowUser: AuthHandler = async (c, auth) =>
  c.json(await presentUser(auth.database.db, await findUser(auth, c.req.param("userId"))));
