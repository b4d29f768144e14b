import { lazy, Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { SignIn } from "./use-sign-in.ts";

const EthereumPrompt = lazy(() => import("./ethereum-prompt.tsx"));

/** Signs in with a browser wallet. If the wallet isn't linked to an account, this creates one. */
export function SignInWithEthereum({ signIn }: { signIn: SignIn }) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button disabled={isOpen} onClick={() => setOpen(true)}>
      <Icon name="wallet" />
      Sign in with Ethereum
    </Button>
  );
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <EthereumPrompt signIn={signIn} />
    </Suspense>
  );
}
