import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";

interface ExternalServiceDialogProps {
  readonly action: "Buy" | "Swap";
  readonly url: string;
  readonly onClose: () => void;
}

export default function ExternalServiceDialog({ action, url, onClose }: ExternalServiceDialogProps) {
  const { host } = new URL(url);
  return (
    <Dialog open onClose={onClose} title={`${action} on ${host}`}>
      <p className="text-sm text-muted">
        This opens <strong className="text-text">{host}</strong> in a new tab. It's run by a third party with
        its own terms and fees. We don't share your wallet address or the page you came from.
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
          data-autofocus
          className={buttonClasses({ variant: "primary" })}
        >
          Open {host} <Icon name="external-link" size={15} />
        </a>
      </div>
    </Dialog>
  );
}
