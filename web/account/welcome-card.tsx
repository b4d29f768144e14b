import { useQueuedForm } from "#web/lists/use-queued-form.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";

/** Greets a new member on all their devices for 14 days, or until they dismiss the card on one of them. */
export default function WelcomeCard({ username }: { username: string }) {
  const { pending, send } = useQueuedForm("/welcome");
  if (pending.length > 0) return null;
  return (
    <section aria-labelledby="welcome" className="welcome">
      <h2 id="welcome" className="text-lg">
        Welcome, {username}
      </h2>
      <p className="text-sm text-muted">Here are two ways to get started. Or just look around.</p>
      <ul>
        {WELCOME_STEPS.map(({ to, icon, title, text }) => (
          <li key={to}>
            <Link to={to}>
              <Icon name={icon} size={18} />
              <span>
                <strong>{title}</strong> {text}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <form method="post" action="/welcome" onSubmit={send}>
        <button type="submit" className="button button-small">
          Just look around
        </button>
      </form>
    </section>
  );
}

interface WelcomeStep {
  readonly to: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

const WELCOME_STEPS: readonly WelcomeStep[] = [
  {
    to: "/forum?filter=following",
    icon: "bell-plus",
    title: "Choose your topics",
    text: "Follow categories and tags to hear about new posts.",
  },
  {
    to: "/create",
    icon: "pen-line",
    title: "Introduce yourself",
    text: "Tell us what you work on, or ask your first question.",
  },
];
