import { useState } from "react";
import { useFetcher } from "react-router";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

const CONSEQUENCE = "disappears from every list with its discussion, and its address stops working.";

/** Deletes a post after asking: in a dialog, and without script in a fold that holds the real button. */
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
            Delete for good
          </button>
        </form>
      </details>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete this post?"
        description={`“${title}” ${CONSEQUENCE}`}
      >
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={() => setAsking(false)}>
            Keep it
          </Button>
          <Button
            look="danger"
            disabled={fetcher.state !== "idle"}
            onClick={() => void fetcher.submit({ intent: "delete" }, { method: "post", action })}
          >
            {fetcher.state === "idle" ? "Delete" : "Deleting..."}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
