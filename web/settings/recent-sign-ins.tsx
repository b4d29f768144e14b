import type { RecentSignIn } from "#core/accounts/own-account.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Icon } from "#web/ui/icon.tsx";

const ICONS = { succeeded: "check", pending: "history", refused: "x" } as const;
const COLORS = { succeeded: "text-accent", pending: "text-warning", refused: "text-danger" } as const;

function describeOutcome({ outcome, attempts }: RecentSignIn): string {
  if (outcome === "succeeded") return "Successful";
  if (outcome === "pending") return "Two-factor authentication not completed";
  return attempts === 1 ? "Failed" : `Failed ${attempts} times`;
}

export function RecentSignIns({ signIns }: { signIns: readonly RecentSignIn[] }) {
  if (signIns.length === 0) return <p className="text-sm text-muted">No sign-ins in the last 90 days.</p>;
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {signIns.map((signIn) => (
        <li key={signIn.id} className="flex gap-x-4 p-3 sm:px-4">
          <Icon name={ICONS[signIn.outcome]} size={18} className={`mt-0.5 ${COLORS[signIn.outcome]}`} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{signIn.method}</span>
              <span className="text-sm text-muted">
                <RelativeTime time={signIn.at} format="detail" />
              </span>
            </p>
            <p className="text-sm break-words text-muted">
              {[describeOutcome(signIn), signIn.device, signIn.location].filter(Boolean).join(" · ")}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
