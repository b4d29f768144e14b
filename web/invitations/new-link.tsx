import { CopyButton } from "#web/ui/copy-button.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";

/** On a phone, the link would be behind the bottom bar. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

/** A link that was just created. It can't be shown again. */
export function NewLink({ link }: { link: string }) {
  const isHydrated = useHydrated();
  return (
    <div ref={scrollIntoView} className="grid gap-2 rounded-md border border-accent bg-accent-soft p-3">
      <p className="text-sm font-semibold">Your new link</p>
      <div className="flex items-center gap-2">
        <input
          readOnly
          value={link}
          aria-label="Invitation link"
          onFocus={(event) => event.currentTarget.select()}
          className="input h-9 min-w-0 flex-1 font-mono text-sm"
        />
        {isHydrated ? <CopyButton text={link} label="link" /> : null}
      </div>
      <p className="text-sm text-muted">
        Copy it now. For security, we store only a fingerprint of it and can't show it again.
      </p>
    </div>
  );
}
