import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { passHandoff } from "./shell/handoff.tsx";
import { replayEarlyInput } from "./shell/replay-early-input.ts";

/**
 * Replays input after hydration, when all effects have run. A wrapper, because a sibling would change the ids
 * of useId.
 */
function Replay({ children }: { readonly children: ReactNode }) {
  useEffect(() => queueMicrotask(replayEarlyInput), []);
  return children;
}

passHandoff();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Replay>
        <HydratedRouter />
      </Replay>
    </StrictMode>,
  );
});
