import { useQueuedForm } from "#web/forms/use-queued-form.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { WELCOME_STEPS } from "./welcome-steps.ts";

/** Greets a new member until they dismiss it, on all their devices. */
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
