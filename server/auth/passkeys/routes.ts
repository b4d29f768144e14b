import type { AuthRoute } from "../route.ts";
import { handleListPasskeys, handleRemovePasskey, handleRenamePasskey } from "./own-passkeys.ts";
import { handleRegistration, handleRegistrationOptions } from "./register-passkey.ts";
import { getRelyingParty } from "./relying-party.ts";
import { handleSignIn, handleSignInOptions } from "./sign-in-with-passkey.ts";
import { handleListUserPasskeys, handleRemoveUserPasskey } from "./user-passkeys.ts";

const SIGN_IN = "/passkeys/authentication";
const REGISTRATION = "/passkeys/registration";
const USER_PASSKEYS = "/admin/users/:userId/passkeys";

const routes: readonly AuthRoute[] = [
  { method: "POST", path: `${SIGN_IN}/options`, access: "public", handler: handleSignInOptions },
  { method: "POST", path: `${SIGN_IN}/verify`, access: "public", handler: handleSignIn },
  { method: "POST", path: `${REGISTRATION}/options`, access: "bearer", handler: handleRegistrationOptions },
  { method: "POST", path: `${REGISTRATION}/verify`, access: "bearer", handler: handleRegistration },
  { method: "GET", path: "/passkeys", access: "bearer", handler: handleListPasskeys },
  { method: "PATCH", path: "/passkeys/:passkeyId", access: "bearer", handler: handleRenamePasskey },
  { method: "DELETE", path: "/passkeys/:passkeyId", access: "bearer", handler: handleRemovePasskey },
  { method: "GET", path: USER_PASSKEYS, access: "admin", handler: handleListUserPasskeys },
  {
    method: "DELETE",
    path: `${USER_PASSKEYS}/:passkeyId`,
    access: "admin",
    handler: handleRemoveUserPasskey,
  },
];

/** Refuses every call with passkey_disabled if the site doesn't offer passkeys. */
export const PASSKEY_ROUTES: readonly AuthRoute[] = routes.map((route) => ({
  ...route,
  handler: async (c, auth) => {
    getRelyingParty(auth, c.req.header("host"));
    return route.handler(c, auth);
  },
}));
