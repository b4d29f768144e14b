import { type ComponentProps, useCallback } from "react";
import type { SubmitFunction } from "react-router";
import { parseSubmission } from "./submission.ts";
import { useRouter } from "./use-router.ts";

export function useSubmit(): SubmitFunction {
  const router = useRouter();
  return useCallback(
    (target, submitOptions) => {
      const { href, options } = parseSubmission(target, submitOptions);
      const { replace, preventScrollReset } = submitOptions ?? {};
      return router.navigate(href, { ...options, replace, preventScrollReset });
    },
    [router],
  );
}

interface FormProps extends ComponentProps<"form"> {
  readonly action: string;
  readonly replace?: boolean;
}

/** A form that navigates without loading a document, once scripts are running. */
export function Form({ replace = false, onSubmit, ...rest }: FormProps) {
  const submit = useSubmit();
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        onSubmit?.(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        void submit(
          ((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement) ?? event.currentTarget,
          { replace },
        );
      }}
    />
  );
}
