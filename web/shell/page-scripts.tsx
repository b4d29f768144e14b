import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { Scripts } from "react-router";
import { loadOnInteraction } from "./load-on-interaction.ts";

interface PageScriptsProps {
  readonly nonce: string | undefined;
}

interface ElementProps {
  readonly href?: string;
  readonly children?: ReactNode;
}

/**
 * React Router's scripts, fetched after the styles and fonts: pages work without them, so they shouldn't delay
 * rendering.
 */
export function PageScripts({ nonce }: PageScriptsProps) {
  return mapElements(Scripts({ nonce }), (element) =>
    element.type === "link" ? cloneElement(element, { fetchPriority: "low" } as object) : element,
  );
}

/**
 * The same scripts in a template, inert until `loadOnInteraction` has fetched their files and inserts them. A
 * template has no children in the browser, which is why React must render none there either.
 */
export function DeferredScripts({ nonce }: PageScriptsProps) {
  const files: string[] = [];
  const scripts = mapElements(Scripts({ nonce }), (element) => {
    if (element.type !== "link") return element;
    if (element.props.href) files.push(element.props.href);
    return null;
  });
  return (
    <template id="waiting-scripts" data-files={files.join(" ")} suppressHydrationWarning>
      {import.meta.env.SSR ? scripts : null}
    </template>
  );
}

/** The inline script for `DeferredScripts`. It precedes the style sheet, which would block it. */
export function LoadOnInteraction({ nonce }: PageScriptsProps) {
  const lines = import.meta.env.SSR ? `(${loadOnInteraction})()`.replace(/^\t+/gm, "") : "";
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {lines}
    </script>
  );
}

function mapElements(node: ReactNode, change: (element: ReactElement<ElementProps>) => ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<ElementProps>(child)) return child;
    if (child.props.children === undefined) return change(child);
    return cloneElement(child, {}, mapElements(child.props.children, change));
  });
}
