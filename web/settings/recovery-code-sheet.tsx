import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";

interface RecoveryCodeSheetProps {
  readonly codes: readonly string[];
  /** Whether the codes replace earlier ones. */
  readonly areReplacements: boolean;
  readonly siteName: string;
  readonly onDone: () => void;
}

/** New recovery codes to copy, download or print. They can't be shown again after this sheet is closed. */
export function RecoveryCodeSheet({ codes, areReplacements, siteName, onDone }: RecoveryCodeSheetProps) {
  const [isSaved, setSaved] = useState(false);
  const text = codes.map(formatCode).join("\n");

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => toast({ title: "Copied" }),
      () =>
        toast({
          title: "Couldn't copy",
          description: "Select and copy the codes manually.",
          destructive: true,
        }),
    );
  }

  function download() {
    const url = URL.createObjectURL(new Blob([`Recovery codes for ${siteName}\n\n${text}\n`]));
    const link = Object.assign(document.createElement("a"), { href: url, download: "recovery-codes.txt" });
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className="print-alone grid grid-cols-1 gap-4">
      <p className="hidden print:block">Recovery codes for {siteName}</p>
      <p role="status" tabIndex={-1} className="text-sm print:hidden">
        <strong>Save these codes now. They won't be shown again.</strong>{" "}
        <span className="text-muted">
          {areReplacements
            ? "Earlier codes no longer work."
            : "If you lose access to your authenticator app or passkey, sign in with one of these codes."}
        </span>
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-1.5 rounded-md border border-line bg-canvas p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{formatCode(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button onClick={() => void copy()}>
          <Icon name="copy" />
          Copy
        </Button>
        <Button onClick={download}>
          <Icon name="download" />
          Download
        </Button>
        <Button onClick={() => print()}>
          <Icon name="printer" />
          Print
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4 print:hidden">
        <label className="flex items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={isSaved}
            onChange={(event) => setSaved(event.currentTarget.checked)}
            className="size-4 accent-accent"
          />
          I've saved these codes
        </label>
        <Button variant="primary" disabled={!isSaved} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

const formatCode = (code: string) => code.match(/.{1,4}/g)?.join("-") ?? code;
