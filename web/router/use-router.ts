import { useContext } from "react";
import { type DataRouter, UNSAFE_DataRouterContext as DataRouterContext } from "react-router";

export function useRouter(): DataRouter {
  const context = useContext(DataRouterContext);
  if (!context) throw new Error("useRouter must be called within a router");
  return context.router;
}
