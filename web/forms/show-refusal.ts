import type { Refusal } from "#web/operation.ts";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { toast } from "#web/ui/toast.tsx";

/** Shows why something was refused. A refusal with the code `signInCode` gets a link to sign in and return to the page. */
export function showRefusal({ code, title, message }: Refusal, signInCode?: Refusal["code"]): void {
  const refusal = { title, description: message, destructive: true };
  toast(
    code === signInCode
      ? { ...refusal, link: createSignInLink(location.pathname + location.search) }
      : refusal,
  );
}
