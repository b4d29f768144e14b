import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Dialog } from "#web/ui/dialog.tsx";
import type { AskedProof } from "./answer-proof.ts";
import { ConfirmForm } from "./confirm-form.tsx";

const PATH = "/settings/confirm";

type Confirm = () => Promise<boolean>;
const ConfirmContext = createContext<Confirm>(async () => false);

/** Asks in a dialog for proof of who is signed in. Resolves with whether it was given. */
export const useConfirmIdentity = (): Confirm => useContext(ConfirmContext);

/** Gives the forms inside a dialog to confirm who is signed in. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const asked = useFetcher<{ proof: AskedProof | null } | null>();
  const [open, setOpen] = useState(false);
  const settle = useRef<(given: boolean) => void>(() => {});
  const proof = asked.data?.proof;

  function finish(given: boolean) {
    setOpen(false);
    settle.current(given);
    settle.current = () => {};
  }

  const confirm: Confirm = async () => {
    settle.current(false);
    const given = new Promise<boolean>((resolve) => {
      settle.current = resolve;
    });
    await asked.load(PATH);
    setOpen(true);
    return given;
  };

  // The session may have ended: then there is nothing to ask for.
  const isUnavailable = open && asked.state === "idle" && !proof;
  useEffect(() => {
    if (!isUnavailable) return;
    setOpen(false);
    settle.current(false);
  }, [isUnavailable]);

  // A page that is left asks for nothing any more.
  useEffect(() => () => settle.current(false), []);

  return (
    <ConfirmContext value={confirm}>
      {children}
      {proof ? (
        <Dialog
          open={open}
          onClose={() => finish(false)}
          title="Confirm it's you"
          description="You signed in more than ten minutes ago, and this affects your account's security."
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
