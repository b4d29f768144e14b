import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter, hydrateRouter } from "./router/hydrated-router.tsx";
import { CONNECTION_EVENTS } from "./shell/connection-notice.ts";
import { readHandoff } from "./shell/handoff.tsx";
import { replayEarlyInput } from "./shell/replay-early-input.ts";

/** Replays early input when all effects have run. It wraps the page: a sibling would change the ids from useId. */
function Replay({ children }: { readonly children: ReactNode }) {
  useEffect(() => queueMicrotask(replayEarlyInput), []);
  return children;
}

const router = hydrateRouter(readHandoff(), CONNECTION_EVENTS);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Replay>
        <HydratedRouter router={router} />
      </Replay>
    </StrictMode>,
  );
});
