import { useState } from "react";
import type { ToolAnswer } from "#core/ai/export.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Menu } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { downloadAnswer } from "./download-answer.ts";
import { AI_MESSAGES } from "./messages.ts";

interface ResultActionsProps {
  readonly answer: ToolAnswer;
  readonly onRegenerate: () => void;
}

export default function ResultActions({ answer, onRegenerate }: ResultActionsProps) {
  const [isCopied, setCopied] = useState(false);
  const isHydrated = useHydrated();

  async function copy() {
    try {
      await navigator.clipboard.writeText(answer.markdown.trim());
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
      toast({ title: "Copied", description: "The answer has been copied as Markdown." });
    } catch {
      toast({
        title: "Error",
        description: "Your browser blocked copying the answer.",
        destructive: true,
      });
    }
  }

  // Without scripts, the browser's own menu can copy and print.
  if (!isHydrated) return null;

  const renderItem = (icon: IconName, label: string, run: () => void | Promise<void>) => (
    <button
      type="button"
      className="menu-item"
      onClick={() => {
        Promise.resolve(run()).catch(() =>
          toast({ title: "Error", description: AI_MESSAGES.failed, destructive: true }),
        );
      }}
    >
      <Icon name={icon} />
      {label}
    </button>
  );

  return (
    <>
      <Button size="sm" variant="quiet" title="Copy" onClick={copy}>
        <Icon name={isCopied ? "check" : "copy"} size={15} />
        <span className="max-sm:sr-only">Copy</span>
      </Button>
      {/* Regenerating an analyzer's complete answer would return the same one. */}
      {answer.answeredBy === "model" || answer.ending !== "complete" ? (
        <Button size="sm" variant="quiet" title="Regenerate" onClick={onRegenerate}>
          <Icon name="refresh-cw" size={15} />
          <span className="max-sm:sr-only">Regenerate</span>
        </Button>
      ) : null}
      <Menu
        label="Export"
        trigger={
          <>
            <Icon name="download" size={15} />
            Export
          </>
        }
        triggerClassName={buttonClasses({ variant: "secondary", size: "sm" })}
      >
        {renderItem("file-text", "Markdown", () => downloadAnswer(answer, "md"))}
        {renderItem("braces", "JSON", () => downloadAnswer(answer, "json"))}
        {answer.tool === "scanner" && answer.findings.length > 0
          ? renderItem("shield-alert", "SARIF", () => downloadAnswer(answer, "sarif"))
          : null}
        {renderItem("printer", "Print", () => window.print())}
      </Menu>
    </>
  );
}
