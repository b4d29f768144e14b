import { createContext } from "react";

/** Server only: reports a time (milliseconds since 1970) at which the rendered page becomes outdated. */
export const PageExpiryContext = createContext<((time: number) => void) | undefined>(undefined);
