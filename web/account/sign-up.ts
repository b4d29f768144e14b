import type { GoTrueClient } from "@supabase/auth-js";
import { findSignUpProblems } from "#core/accounts/find-sign-up-problems.ts";
import { storeLocal } from "#web/page/local-storage.ts";
import { LAST_EMAIL_KEY } from "./last-email-address.ts";

/** This module is loaded when the sign-up form is submitted. */

export { findSignUpProblems };

export function signUp(
  client: GoTrueClient,
  { username, email, password }: Readonly<Record<"username" | "email" | "password", string>>,
) {
  storeLocal(LAST_EMAIL_KEY, email);
  return client.signUp({
    email,
    password,
    options: { data: { username }, emailRedirectTo: location.origin },
  });
}
