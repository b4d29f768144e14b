import { buttonClasses } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";

interface ExternalServiceDialogProps {
  readonly what: "Buy" | "Swap";
  readonly address: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before opening an external service. */
export default function ExternalServiceDialog({ what, address, open, onClose }: ExternalServiceDialogProps) {
  const { host } = new URL(address);
  return (
    <Dialog open={open} onClose={onClose} title={`${what} at ${host}`}>
      <p className="text-sm text-muted">
        This opens <strong className="text-text">{host}</strong> in a new tab. It's run by a third party with
        its own terms and fees. We don't share your address or where you came from.
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <button type="button" onClick={onClose} className={buttonClasses({ look: "quiet" })}>
          Stay here
        </button>
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
          data-autofocus
          className={buttonClasses({ look: "primary" })}
        >
          Open {host} <Icon name="external-link" size={15} />
        </a>
      </div>
    </Dialog>
  );
}
