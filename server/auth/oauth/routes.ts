import type { AuthRoute } from "../route.ts";
import { handleAuthorize, handleLinkIdentity } from "./authorize.ts";
import { handleCallback, handlePostedCallback } from "./handle-callback.ts";

export const OAUTH_ROUTES: readonly AuthRoute[] = [
  { method: "GET", path: "/authorize", access: "public", handler: handleAuthorize },
  // Public, because the state and the cookie prove that this browser started the sign-in.
  { method: "GET", path: "/callback", access: "public", handler: handleCallback },
  { method: "POST", path: "/callback", access: "public", handler: handlePostedCallback },
  { method: "GET", path: "/user/identities/authorize", access: "bearer", handler: handleLinkIdentity },
];
