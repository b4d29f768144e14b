import { createContext, useContext } from "react";

/** The nonce of this answer's policy; known on the server alone, where the browser hides it from scripts anyway. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = () => useContext(NonceContext);
