import { type AuthRoute, route } from "../route.ts";
import { handleListPasskeys, handleRenamePasskey } from "./own-passkeys.ts";
import { handleRegistration, handleRegistrationOptions } from "./register-passkey.ts";
import { getRelyingParty } from "./relying-party.ts";
import { handleRemovePasskey } from "./remove-passkey.ts";
import { handleSignIn, handleSignInOptions } from "./sign-in-with-passkey.ts";
import { handleListUserPasskeys, handleRemoveUserPasskey } from "./user-passkeys.ts";

const SIGN_IN = "/passkeys/authentication";
const REGISTRATION = "/passkeys/registration";
const USER_PASSKEYS = "/admin/users/:userId/passkeys";

const ROUTES: readonly AuthRoute[] = [
  route("POST", `${SIGN_IN}/options`, "public", handleSignInOptions),
  route("POST", `${SIGN_IN}/verify`, "public", handleSignIn),
  route("POST", `${REGISTRATION}/options`, "bearer", handleRegistrationOptions),
  route("POST", `${REGISTRATION}/verify`, "bearer", handleRegistration),
  route("GET", "/passkeys", "bearer", handleListPasskeys),
  route("PATCH", "/passkeys/:passkeyId", "bearer", handleRenamePasskey),
  route("DELETE", "/passkeys/:passkeyId", "bearer", handleRemovePasskey),
  route("GET", USER_PASSKEYS, "admin", handleListUserPasskeys),
  route("DELETE", `${USER_PASSKEYS}/:passkeyId`, "admin", handleRemoveUserPasskey),
];

/** Refuses every call with passkey_disabled if passkeys are turned off or the site has no host name. */
export const PASSKEY_ROUTES: readonly AuthRoute[] = ROUTES.map((unguardedRoute) => ({
  ...unguardedRoute,
  handler: async (c, auth) => {
    getRelyingParty(auth, c.req.header("host"));
    return unguardedRoute.handler(c, auth);
  },
}));
