import { type AuthRoute, route } from "../route.ts";
import { handleAuthorize, handleLinkIdentity } from "./authorize.ts";
import { handleCallback, handlePostedCallback } from "./handle-callback.ts";

export const OAUTH_ROUTES: readonly AuthRoute[] = [
  route("GET", "/authorize", "public", handleAuthorize),
  // Public, because the state and the cookie prove that this browser started the sign-in.
  route("GET", "/callback", "public", handleCallback),
  route("POST", "/callback", "public", handlePostedCallback),
  route("GET", "/user/identities/authorize", "bearer", handleLinkIdentity),
];
