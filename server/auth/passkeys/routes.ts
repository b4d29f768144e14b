import type { AuthHandler } from "../handler.ts";
import type { AuthRoute } from "../route.ts";
import { handleListPasskeys, handleRemovePasskey, handleRenamePasskey } from "./own-passkeys.ts";
import { handleRegistration, handleRegistrationOptions } from "./register-passkey.ts";
import { getRelyingParty } from "./relying-party.ts";
import { handleSignIn, handleSignInOptions } from "./sign-in-with-passkey.ts";
import { handleListUserPasskeys, handleRemoveUserPasskey } from "./user-passkeys.ts";

const routes: readonly AuthRoute[] = [
  {
    method: "POST",
    path: "/passkeys/authentication/options",
    access: "public",
    handler: handleSignInOptions,
  },
  { method: "POST", path: "/passkeys/authentication/verify", access: "public", handler: handleSignIn },
  {
    method: "POST",
    path: "/passkeys/registration/options",
    access: "bearer",
    handler: handleRegistrationOptions,
  },
  { method: "POST", path: "/passkeys/registration/verify", access: "bearer", handler: handleRegistration },
  { method: "GET", path: "/passkeys", access: "bearer", handler: handleListPasskeys },
  { method: "PATCH", path: "/passkeys/:passkeyId", access: "bearer", handler: handleRenamePasskey },
  { method: "DELETE", path: "/passkeys/:passkeyId", access: "bearer", handler: handleRemovePasskey },
  {
    method: "GET",
    path: "/admin/users/:userId/passkeys",
    access: "admin",
    handler: handleListUserPasskeys,
  },
  {
    method: "DELETE",
    path: "/admin/users/:userId/passkeys/:passkeyId",
    access: "admin",
    handler: handleRemoveUserPasskey,
  },
];

/** Refuses every call with passkey_disabled if the site doesn't offer passkeys. */
const requireEnabled =
  (handler: AuthHandler): AuthHandler =>
  async (c, auth) => {
    getRelyingParty(auth, c.req.header("host"));
    return handler(c, auth);
  };

export const PASSKEY_ROUTES: readonly AuthRoute[] = routes.map((route) => ({
  ...route,
  handler: requireEnabled(route.handler),
}));
