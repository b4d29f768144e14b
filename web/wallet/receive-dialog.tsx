import { useEffect } from "react";
import { encode } from "uqr";
import { parseChainId } from "#core/wallet/chains.ts";
import { buildPaymentUri } from "#core/wallet/payment-uri.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { RECEIVE_ADDRESS } from "./messages.ts";
import type { ConnectedState } from "./wallet-state.ts";

export default function ReceiveDialog({
  state: { address, chain, chainId },
  onClose,
}: {
  state: ConnectedState;
  onClose: () => void;
}) {
  // Runs in an effect, so that the toast appears above the dialog.
  useEffect(() => toast({ ...RECEIVE_ADDRESS, description: "Your QR code and address are displayed." }), []);
  const network = chain?.name ?? "this network";
  return (
    <Dialog
      open
      onClose={onClose}
      title="Receive"
      description={`Send assets to this address only on ${network}. Assets sent on another network may be lost.`}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md border border-line bg-canvas px-3 py-2">
          <code className="min-w-0 flex-1 basis-56 text-sm break-all">{address}</code>
          <CopyButton text={address} label="address" />
        </div>
        <QrCode
          text={buildPaymentUri({ to: address, chainId: parseChainId(chainId) })}
          label="QR code for your address"
        />
      </div>
    </Dialog>
  );
}

/** A QR code, dark on light in both themes, because scanners need that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block w-full max-w-60 rounded-md"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
