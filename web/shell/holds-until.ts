import { createContext } from "react";

/** On the server alone: takes the time (milliseconds since 1970) at which something on the page will be another. */
export const HoldsUntilContext = createContext<((time: number) => void) | undefined>(undefined);
