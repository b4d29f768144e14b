import { createContext, useContext } from "react";

/** The nonce of this response's Content-Security-Policy; server only, because browsers hide nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = () => useContext(NonceContext);
