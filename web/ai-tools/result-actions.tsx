import { useState } from "react";
import {
  buildExportFileName,
  formatAnswerAsJson,
  formatAnswerAsMarkdown,
  type ToolAnswer,
} from "#core/ai/export.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Menu } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
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
        description: "Your browser doesn't allow copying. Select the answer and copy it yourself.",
        destructive: true,
      });
    }
  }

  // Without JavaScript, the browser's own menu can copy and print.
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

const MIME_TYPES = {
  md: "text/markdown",
  json: "application/json",
  sarif: "application/sarif+json",
} as const;

async function downloadAnswer(answer: ToolAnswer, format: keyof typeof MIME_TYPES): Promise<void> {
  const blob = new Blob([await formatAnswer(answer, format)], { type: MIME_TYPES[format] });
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = buildExportFileName(answer, format);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function formatAnswer(answer: ToolAnswer, format: keyof typeof MIME_TYPES): Promise<string> {
  if (format === "sarif") {
    // Loaded on demand, because it contains the descriptions of all detectors.
    const { toSarif } = await import("#analyzers/scanner/to-sarif.ts");
    return `${JSON.stringify(toSarif(answer, { at: answer.time }), null, 2)}\n`;
  }
  if (format === "md") return formatAnswerAsMarkdown(answer, location.origin);
  return formatAnswerAsJson(answer, location.origin);
}
