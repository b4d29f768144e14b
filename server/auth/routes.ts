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
import { handleChallengeFactor } from "./challenge-factor.ts";
import { handleHealth, handleKeySet, handleSettings } from "./describe-service.ts";
import { DISABLED_ROUTES } from "./disabled-features.ts";
import { handleEnrollFactor } from "./enroll-factor.ts";
import { handleGenerateLink } from "./generate-link.ts";
import { handleGetUser } from "./get-user.ts";
import { handleToken } from "./grant-token.ts";
import { handleInvite } from "./invite-user.ts";
import { handleAuthorize, handleLinkIdentity } from "./other-sites.ts";
import { handleReauthenticate } from "./reauthenticate.ts";
import { handleRecover } from "./recover-password.ts";
import {
  handleCountRecoveryCodes,
  handleMakeRecoveryCodes,
  handleRemoveRecoveryCodes,
  handleReplaceRecoveryCodes,
  handleVerifyRecoveryCode,
} from "./recovery-codes-http.ts";
import { handleRemoveFactor } from "./remove-factor.ts";
import { handleResend } from "./resend-code.ts";
import type { AuthRoute } from "./route.ts";
import { handleOtp } from "./send-otp.ts";
import { handleSignOut } from "./sign-out.ts";
import { handleSignUp } from "./sign-up.ts";
import { SSO_ROUTES } from "./sso/routes.ts";
import { handleUnlinkIdentity } from "./unlink-identity.ts";
import { handleUpdateUser } from "./update-user.ts";
import { handleVerify } from "./verify-code.ts";
import { handleVerifyFactor } from "./verify-factor.ts";
import { handleVerifyLink } from "./verify-link.ts";

/** Every call of /auth/v1. The guard of each follows from its `access`. */
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
  { method: "GET", path: "/user", access: "bearer", handler: handleGetUser },
  { method: "PUT", path: "/user", access: "bearer", handler: handleUpdateUser },
  { method: "GET", path: "/reauthenticate", access: "bearer", handler: handleReauthenticate },
  { method: "POST", path: "/invite", access: "admin", handler: handleInvite },
  { method: "POST", path: "/admin/generate_link", access: "admin", handler: handleGenerateLink },
  { method: "POST", path: "/logout", access: "bearer", handler: handleSignOut },
  { method: "POST", path: "/factors", access: "bearer", handler: handleEnrollFactor },
  { method: "GET", path: "/factors/recovery-codes", access: "bearer", handler: handleCountRecoveryCodes },
  { method: "POST", path: "/factors/recovery-codes", access: "bearer", handler: handleMakeRecoveryCodes },
  { method: "DELETE", path: "/factors/recovery-codes", access: "bearer", handler: handleRemoveRecoveryCodes },
  {
    method: "POST",
    path: "/factors/recovery-codes/regenerate",
    access: "bearer",
    handler: handleReplaceRecoveryCodes,
  },
  {
    method: "POST",
    path: "/factors/recovery-codes/verify",
    access: "bearer",
    handler: handleVerifyRecoveryCode,
  },
  { method: "POST", path: "/factors/:factorId/challenge", access: "bearer", handler: handleChallengeFactor },
  { method: "POST", path: "/factors/:factorId/verify", access: "bearer", handler: handleVerifyFactor },
  { method: "DELETE", path: "/factors/:factorId", access: "bearer", handler: handleRemoveFactor },
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
  { method: "GET", path: "/authorize", access: "public", handler: handleAuthorize },
  { method: "GET", path: "/user/identities/authorize", access: "bearer", handler: handleLinkIdentity },
  {
    method: "DELETE",
    path: "/user/identities/:identityId",
    access: "bearer",
    handler: handleUnlinkIdentity,
  },
  ...SSO_ROUTES,
  ...DISABLED_ROUTES,
];
