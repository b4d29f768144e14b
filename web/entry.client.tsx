import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { passHandoff } from "./shell/handoff.tsx";
import { replayEarlyInput } from "./shell/replay-early-input.ts";

/** Once everything beside it is hydrated and its effects have run. */
function Replay() {
  useEffect(() => queueMicrotask(replayEarlyInput), []);
  return null;
}

passHandoff();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <Replay />
    </StrictMode>,
  );
});
