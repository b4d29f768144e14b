import { useState } from "react";
import { useForm } from "#web/forms/use-form.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

const CONSEQUENCE = "and its comments will no longer be visible, and links to the post will stop working.";

/** Deletes a post after a confirmation: a dialog, or without JavaScript a <details> with the actual button. */
export function DeletePost({ action, title }: { action: string; title: string }) {
  const { busy, send } = useForm({ action, key: "delete-post" });
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <details>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control by itself */}
        <summary
          className={buttonClasses({ variant: "danger" }, "list-none [&::-webkit-details-marker]:hidden")}
          onClick={(event) => {
            event.preventDefault();
            setConfirming(true);
          }}
        >
          Delete post
        </summary>
        <form method="post" action={action} className="mt-3 grid max-w-md gap-3 text-sm">
          <p className="text-muted">The post {CONSEQUENCE}</p>
          <button
            type="submit"
            name="intent"
            value="delete"
            className={buttonClasses({ variant: "danger" }, "justify-self-start")}
          >
            Delete post
          </button>
        </form>
      </details>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this post?"
        description={`“${title}” ${CONSEQUENCE}`}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void send({ intent: "delete" })}
        busy={busy}
      />
    </>
  );
}
