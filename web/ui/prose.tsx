import type { ComponentProps } from "react";
import mathStyles from "#web/styles/math.css?url";
import { classNames } from "./class-names.ts";

interface ProseProps extends Omit<ComponentProps<"div">, "children" | "dangerouslySetInnerHTML"> {
  /** From server/markdown, which sanitizes it. */
  readonly html: string;
}

/** Formatted text. The style sheet for formulas is loaded only if the text contains a formula. */
export function Prose({ html, className, ...rest }: ProseProps) {
  return (
    <>
      {html.includes("<math") ? <link rel="stylesheet" href={mathStyles} precedence="default" /> : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by server/markdown */}
      <div className={classNames("prose", className)} dangerouslySetInnerHTML={{ __html: html }} {...rest} />
    </>
  );
}
