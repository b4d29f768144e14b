import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { WalletPromptProps } from "./wallet-prompt.tsx";

const WalletPrompt = lazy(() => import("./wallet-prompt.tsx"));

interface EthereumButtonProps extends WalletPromptProps {
  readonly size?: "sm" | "md";
  readonly children: ReactNode;
}

/** Opens the wallet prompt in its place. The code for wallets is loaded then. */
export function EthereumButton({ size = "md", children, ...prompt }: EthereumButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button size={size} disabled={isOpen} onClick={() => setOpen(true)}>
      <Icon name="wallet" />
      {children}
    </Button>
  );
  return isOpen ? (
    <Suspense fallback={button}>
      <WalletPrompt {...prompt} />
    </Suspense>
  ) : (
    button
  );
}
