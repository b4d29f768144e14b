import { handleChangeUser } from "./admin/change-user.ts";
import { handleCreateUser } from "./admin/create-user.ts";
import { handleDeleteUser } from "./admin/delete-user.ts";
import { handleListUsers } from "./admin/list-users.ts";
import { handleShowUser } from "./admin/show-user.ts";
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
import { DISABLED_ROUTES } from "./disabled-features.ts";
import { OAUTH_ROUTES } from "./oauth/routes.ts";
import { OAUTH_SERVER_ROUTES } from "./oauth-server/routes.ts";
import { PASSKEY_ROUTES } from "./passkeys/routes.ts";
import type { AuthRoute } from "./route.ts";
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
} from "./two-factor/recovery-codes-http.ts";
import { handleRemoveFactor } from "./two-factor/remove-factor.ts";
import { handleVerifyFactor } from "./two-factor/verify-factor.ts";
import { handleGetUser } from "./user/get-user.ts";
import { handleReauthenticate } from "./user/reauthenticate.ts";
import { handleSignUp } from "./user/sign-up.ts";
import { handleUnlinkIdentity } from "./user/unlink-identity.ts";
import { handleUpdateUser } from "./user/update-user.ts";
import { WEB3_ROUTES } from "./web3/routes.ts";

/**
 * All endpoints of /auth/v1. Before its second factor is verified, a session can only read its own user (where
 * the official client finds the factors), verify a factor or sign out. The endpoints that change factors check
 * the assurance level themselves, because each has its own status code in the protocol.
 */
export const AUTH_ROUTES: readonly AuthRoute[] = [
  { method: "GET", path: "/health", access: "public", handler: handleHealth },
  { method: "GET", path: "/settings", access: "public", handler: handleSettings },
  { method: "GET", path: "/.well-known/jwks.json", access: "public", handler: handleKeySet },
  { method: "POST", path: "/signup", access: "public", handler: handleSignUp },
  { method: "POST", path: "/token", access: "public", handler: handleToken },
  { method: "POST", path: "/otp", access: "public", handler: handleOtp },
  { method: "POST", path: "/magiclink", access: "public", handler: handleOtp },
  { method: "POST", path: "/recover", access: "public", handler: handleRecover },
  { method: "POST", path: "/resend", access: "public", handler: handleResend },
  { method: "POST", path: "/verify", access: "public", handler: handleVerify },
  { method: "GET", path: "/verify", access: "public", handler: handleVerifyLink },
  { method: "GET", path: "/user", access: "unverified", handler: handleGetUser },
  { method: "PUT", path: "/user", access: "bearer", handler: handleUpdateUser },
  { method: "GET", path: "/reauthenticate", access: "bearer", handler: handleReauthenticate },
  { method: "POST", path: "/invite", access: "admin", handler: handleInvite },
  { method: "POST", path: "/admin/generate_link", access: "admin", handler: handleGenerateLink },
  { method: "POST", path: "/logout", access: "unverified", handler: handleSignOut },
  { method: "POST", path: "/factors", access: "unverified", handler: handleEnrollFactor },
  { method: "GET", path: "/factors/recovery-codes", access: "bearer", handler: handleCountRecoveryCodes },
  {
    method: "POST",
    path: "/factors/recovery-codes",
    access: "unverified",
    handler: handleCreateRecoveryCodes,
  },
  {
    method: "DELETE",
    path: "/factors/recovery-codes",
    access: "unverified",
    handler: handleRemoveRecoveryCodes,
  },
  {
    method: "POST",
    path: "/factors/recovery-codes/regenerate",
    access: "unverified",
    handler: handleReplaceRecoveryCodes,
  },
  {
    method: "POST",
    path: "/factors/recovery-codes/verify",
    access: "unverified",
    handler: handleVerifyRecoveryCode,
  },
  {
    method: "POST",
    path: "/factors/:factorId/challenge",
    access: "unverified",
    handler: handleChallengeFactor,
  },
  { method: "POST", path: "/factors/:factorId/verify", access: "unverified", handler: handleVerifyFactor },
  { method: "DELETE", path: "/factors/:factorId", access: "unverified", handler: handleRemoveFactor },
  { method: "GET", path: "/admin/users", access: "admin", handler: handleListUsers },
  { method: "POST", path: "/admin/users", access: "admin", handler: handleCreateUser },
  { method: "GET", path: "/admin/users/:userId", access: "admin", handler: handleShowUser },
  { method: "PUT", path: "/admin/users/:userId", access: "admin", handler: handleChangeUser },
  { method: "DELETE", path: "/admin/users/:userId", access: "admin", handler: handleDeleteUser },
  { method: "GET", path: "/admin/users/:userId/factors", access: "admin", handler: handleListUserFactors },
  {
    method: "DELETE",
    path: "/admin/users/:userId/factors/:factorId",
    access: "admin",
    handler: handleDeleteUserFactor,
  },
  {
    method: "PUT",
    path: "/admin/users/:userId/factors/:factorId",
    access: "admin",
    handler: handleChangeUserFactor,
  },
  {
    method: "DELETE",
    path: "/user/identities/:identityId",
    access: "bearer",
    handler: handleUnlinkIdentity,
  },
  ...PASSKEY_ROUTES,
  ...OAUTH_ROUTES,
  ...OAUTH_SERVER_ROUTES,
  ...SSO_ROUTES,
  ...WEB3_ROUTES,
  ...DISABLED_ROUTES,
];
