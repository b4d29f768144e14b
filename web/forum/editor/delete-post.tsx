import { useState } from "react";
import { useFetcher } from "react-router";
import { buttonClasses } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

const CONSEQUENCE = "and its comments will be removed everywhere, and links to it will stop working.";

/** Deletes a post after a confirmation: a dialog, or without JavaScript a <details> with the actual button. */
export function DeletePost({ action, title }: { action: string; title: string }) {
  const fetcher = useFetcher({ key: "delete-post" });
  const [asking, setAsking] = useState(false);
  return (
    <>
      <details>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control by itself */}
        <summary
          className={buttonClasses({ look: "danger" }, "list-none [&::-webkit-details-marker]:hidden")}
          onClick={(event) => {
            event.preventDefault();
            setAsking(true);
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
            className={buttonClasses({ look: "danger" }, "justify-self-start")}
          >
            Delete permanently
          </button>
        </form>
      </details>
      <ConfirmDialog
        open={asking}
        title="Delete this post?"
        description={`“${title}” ${CONSEQUENCE}`}
        onCancel={() => setAsking(false)}
        onDelete={() => void fetcher.submit({ intent: "delete" }, { method: "post", action })}
        busy={fetcher.state !== "idle"}
      />
    </>
  );
}
