import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";

const ACTIONS = [
  { name: "Send", icon: "arrow-up-right" },
  { name: "Receive", icon: "arrow-down-left" },
  { name: "Buy", icon: "plus" },
  { name: "Swap", icon: "arrow-left-right" },
] as const satisfies readonly { name: string; icon: IconName }[];

export type WalletAction = (typeof ACTIONS)[number]["name"];

export function Actions({ onAction }: { onAction: (action: WalletAction) => void }) {
  return (
    <div className="grid grid-cols-4 gap-2 sm:gap-3">
      {ACTIONS.map(({ name, icon }) => (
        <Button
          key={name}
          onClick={() => onAction(name)}
          className="max-sm:h-16 max-sm:flex-col max-sm:gap-1 max-sm:px-1"
        >
          <Icon name={icon} size={17} />
          {name}
        </Button>
      ))}
    </div>
  );
}
