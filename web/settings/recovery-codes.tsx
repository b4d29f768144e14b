import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { Problem } from "./problem.tsx";
import { useAccountForm } from "./use-account-form.ts";

interface RecoveryCodesProps {
  readonly left: { readonly total: number; readonly remaining: number } | null;
  readonly siteName: string;
}

/** Shows how many recovery codes are left and generates new ones, which are shown only once. */
export function RecoveryCodes({ left, siteName }: RecoveryCodesProps) {
  const hydrated = useHydrated();
  const { busy, problem, run } = useAccountForm("recovery-codes");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const text = (codes ?? []).map(formatCode).join("\n");

  async function generate() {
    const generated = await run(({ mfa }) =>
      left ? mfa.recoveryCodes.regenerate() : mfa.recoveryCodes.generate(),
    );
    if (generated) setCodes(generated.codes);
  }

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => toast({ title: "Copied" }),
      () =>
        toast({
          title: "Couldn't copy",
          description: "Select and copy the codes yourself.",
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

  if (codes)
    return (
      <div className="grid grid-cols-1 gap-4">
        <p role="status" className="text-sm">
          <strong>Save these codes now. They won't be shown again.</strong>{" "}
          <span className="text-muted">Earlier codes no longer work.</span>
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-1.5 rounded-md border border-line bg-canvas p-4 font-mono text-sm"
        >
          {codes.map((code) => (
            <li key={code}>{formatCode(code)}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copy()}>Copy</Button>
          <Button onClick={download}>
            <Icon name="download" />
            Download
          </Button>
          <Button look="quiet" onClick={() => setCodes(null)}>
            Done
          </Button>
        </div>
      </div>
    );

  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm">
        {left ? (
          <>
            <strong>
              {left.remaining} of {left.total}
            </strong>{" "}
            <span className="text-muted">codes left</span>
          </>
        ) : (
          <span className="text-muted">You have no recovery codes yet.</span>
        )}
      </p>
      {problem ? <Problem>{problem.message}</Problem> : null}
      <div>
        <Button disabled={!hydrated || busy} onClick={() => void generate()}>
          <Icon name="key-round" />
          {left ? "Generate new codes" : "Generate recovery codes"}
        </Button>
      </div>
    </div>
  );
}

const formatCode = (code: string) => code.match(/.{1,4}/g)?.join("-") ?? code;
