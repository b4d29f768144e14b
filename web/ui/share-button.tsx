import { useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { toast } from "./toast.tsx";

/** Opens the device's share sheet. If there is none or it fails, copies the link. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [isCopied, setCopied] = useState(false);

  async function share() {
    const url = new URL(path, location.origin).href;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // The user closed the sheet; that isn't an error.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
      toast({ title: "Link copied", description: url });
    } catch {
      toast({ title: "Copy this link", description: url });
    }
  }

  return (
    <Button variant="quiet" size="sm" onClick={share}>
      {isCopied ? <Icon name="check" /> : <Icon name="share-2" />}
      <span className="max-sm:sr-only">Share</span>
    </Button>
  );
}
