import { AuthError } from "#core/accounts/auth-errors.ts";
import { handleChangeUser } from "./admin/change-user.ts";
import { handleCreateUser } from "./admin/create-user.ts";
import { handleDeleteUser } from "./admin/delete-user.ts";
import { handleShowUser } from "./admin/find-user.ts";
import { handleListUsers } from "./admin/list-users.ts";
import {
  handleChangeUserFactor,
  handleDeleteUserFactor,
  handleListUserFactors,
} from "./admin/user-factors.ts";
import { handleGenerateLink } from "./codes/generate-link.ts";
import { handleInvite } from "./codes/invite-user.ts";
import { handleRecover } from "./codes/recover-password.ts";
import { handleResend } from "./codes/resend-code.ts";
import { handleOtp } from "./codes/send-otp.ts";
import { handleVerify } from "./codes/verify-code.ts";
import { handleVerifyLink } from "./codes/verify-link.ts";
import { handleHealth, handleKeySet, handleSettings } from "./describe-service.ts";
import type { AuthHandler } from "./handler.ts";
import { handleAuthorize, handleLinkIdentity } from "./oauth/authorize.ts";
import { handleCallback, handlePostedCallback } from "./oauth/handle-callback.ts";
import { OAUTH_SERVER_ROUTES } from "./oauth-server/routes.ts";
import { PASSKEY_ROUTES } from "./passkeys/routes.ts";
import { type AuthRoute, route } from "./route.ts";
import { handleToken } from "./session/grant-token.ts";
import { handleSignOut } from "./session/sign-out.ts";
import { SSO_ROUTES } from "./sso/routes.ts";
import { handleChallengeFactor } from "./two-factor/challenge-factor.ts";
import { handleEnrollFactor } from "./two-factor/enroll-factor.ts";
import {
  handleCountRecoveryCodes,
  handleCreateRecoveryCodes,
  handleRemoveRecoveryCodes,
  handleReplaceRecoveryCodes,
  handleVerifyRecoveryCode,
} from "./two-factor/recovery-codes.ts";
import { handleRemoveFactor } from "./two-factor/remove-factor.ts";
import { handleVerifyFactor } from "./two-factor/verify-factor.ts";
import { handleReauthenticate } from "./user/reauthenticate.ts";
import { handleSignUp } from "./user/sign-up.ts";
import { handleUnlinkIdentity } from "./user/unlink-identity.ts";
import { handleGetUser, handleUpdateUser } from "./user/update-user.ts";
import { WEB3_ROUTES } from "./web3/routes.ts";

const refuse: AuthHandler = async () => {
  throw new AuthError("feature_disabled");
};

/**
 * The protocol's endpoints that Lattice doesn't support: custom providers are set up on the Settings tab of /admin, or
 * in the environment. Like all endpoints, they check access first.
 */
export const DISABLED_ROUTES: readonly AuthRoute[] = [
  route("GET", "/admin/custom-providers", "admin", refuse),
  route("POST", "/admin/custom-providers", "admin", refuse),
  route("GET", "/admin/custom-providers/:identifier", "admin", refuse),
  route("PUT", "/admin/custom-providers/:identifier", "admin", refuse),
  route("DELETE", "/admin/custom-providers/:identifier", "admin", refuse),
];

/**
 * All endpoints of /auth/v1. Until it has passed two-factor authentication, a session can only read its own user (where
 * the official client finds the factors), verify a factor or sign out. The endpoints that change factors check the
 * assurance level themselves, because each has its own status code in the protocol.
 */
export const AUTH_ROUTES: readonly AuthRoute[] = [
  route("GET", "/health", "public", handleHealth),
  route("GET", "/settings", "public", handleSettings),
  route("GET", "/.well-known/jwks.json", "public", handleKeySet),
  route("POST", "/signup", "public", handleSignUp),
  route("POST", "/token", "public", handleToken),
  route("POST", "/otp", "public", handleOtp),
  route("POST", "/magiclink", "public", handleOtp),
  route("POST", "/recover", "public", handleRecover),
  route("POST", "/resend", "public", handleResend),
  route("POST", "/verify", "public", handleVerify),
  route("GET", "/verify", "public", handleVerifyLink),
  route("GET", "/user", "unverified", handleGetUser),
  route("PUT", "/user", "bearer", handleUpdateUser),
  route("GET", "/reauthenticate", "bearer", handleReauthenticate),
  route("POST", "/invite", "admin", handleInvite),
  route("POST", "/admin/generate_link", "admin", handleGenerateLink),
  route("POST", "/logout", "unverified", handleSignOut),
  route("POST", "/factors", "unverified", handleEnrollFactor),
  route("GET", "/factors/recovery-codes", "bearer", handleCountRecoveryCodes),
  route("POST", "/factors/recovery-codes", "unverified", handleCreateRecoveryCodes),
  route("DELETE", "/factors/recovery-codes", "unverified", handleRemoveRecoveryCodes),
  route("POST", "/factors/recovery-codes/regenerate", "unverified", handleReplaceRecoveryCodes),
  route("POST", "/factors/recovery-codes/verify", "unverified", handleVerifyRecoveryCode),
  route("POST", "/factors/:factorId/challenge", "unverified", handleChallengeFactor),
  route("POST", "/factors/:factorId/verify", "unverified", handleVerifyFactor),
  route("DELETE", "/factors/:factorId", "unverified", handleRemoveFactor),
  route("GET", "/admin/users", "admin", handleListUsers),
  route("POST", "/admin/users", "admin", handleCreateUser),
  route("GET", "/admin/users/:userId", "admin", handleShowUser),
  route("PUT", "/admin/users/:userId", "admin", handleChangeUser),
  route("DELETE", "/admin/users/:userId", "admin", handleDeleteUser),
  route("GET", "/admin/users/:userId/factors", "admin", handleListUserFactors),
  route("DELETE", "/admin/users/:userId/factors/:factorId", "admin", handleDeleteUserFactor),
  route("PUT", "/admin/users/:userId/factors/:factorId", "admin", handleChangeUserFactor),
  route("DELETE", "/user/identities/:identityId", "bearer", handleUnlinkIdentity),
  ...PASSKEY_ROUTES,
  route("GET", "/authorize", "public", handleAuthorize),
  // Public, because the state and the cookie prove that this browser started the sign-in.
  route("GET", "/callback", "public", handleCallback),
  route("POST", "/callback", "public", handlePostedCallback),
  route("GET", "/user/identities/authorize", "bearer", handleLinkIdentity),
  ...OAUTH_SERVER_ROUTES,
  ...SSO_ROUTES,
  ...WEB3_ROUTES,
  ...DISABLED_ROUTES,
];
