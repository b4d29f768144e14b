import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import type { ProofPrompt } from "./proof-prompt.ts";

const PATH = "/settings/confirm";

type Confirm = () => Promise<boolean>;
const ConfirmContext = createContext<Confirm>(async () => false);

/** Returns a function that asks the user to confirm their identity, and resolves to whether they did. */
export const useConfirmIdentity = (): Confirm => useContext(ConfirmContext);

/** Provides the dialog that `useConfirmIdentity` opens. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const fetcher = useFetcher<{ proof: ProofPrompt | null } | null>();
  const [open, setOpen] = useState(false);
  const settle = useRef<(isConfirmed: boolean) => void>(() => {});
  const proof = fetcher.data?.proof;

  function finish(isConfirmed: boolean) {
    setOpen(false);
    settle.current(isConfirmed);
    settle.current = () => {};
  }

  const confirm: Confirm = async () => {
    settle.current(false);
    const confirmation = new Promise<boolean>((resolve) => {
      settle.current = resolve;
    });
    await fetcher.load(PATH);
    setOpen(true);
    return confirmation;
  };

  // If the session has ended, the response has no `proof`.
  const isUnavailable = open && fetcher.state === "idle" && !proof;
  useEffect(() => {
    if (!isUnavailable) return;
    setOpen(false);
    settle.current(false);
  }, [isUnavailable]);

  useEffect(() => () => settle.current(false), []);

  return (
    <ConfirmContext value={confirm}>
      {children}
      {proof ? (
        <Dialog
          open={open}
          onClose={() => finish(false)}
          title="Confirm it's you"
          description="For your security, confirm it's you before you continue."
        >
          <ConfirmForm
            action={PATH}
            proof={proof}
            onDone={() => finish(true)}
            onCancel={() => finish(false)}
          />
        </Dialog>
      ) : null}
    </ConfirmContext>
  );
}
