import { useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { toast } from "./toast.tsx";

/** Shows "Copied" for a moment after copying. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      toast({
        title: "Couldn't copy",
        description: `Select and copy the ${label} manually.`,
        destructive: true,
      });
    }
  }
  return (
    <Button size="sm" onClick={() => void copy()}>
      <Icon name={isCopied ? "check" : "copy"} size={14} />
      {isCopied ? "Copied" : "Copy"} <span className="sr-only">{label}</span>
    </Button>
  );
}
