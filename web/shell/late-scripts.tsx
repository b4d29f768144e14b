import { Children, cloneElement, isValidElement, type ReactNode } from "react";
import { Scripts, type ScriptsProps } from "react-router";

/**
 * React Router's scripts, fetched after the style and the typeface: a page is whole without them, so they must not
 * take the line from what it takes to read it.
 */
export function LateScripts(props: ScriptsProps) {
  return late(Scripts(props));
}

function late(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return child;
    if (child.type === "link") return cloneElement(child, { fetchPriority: "low" } as object);
    return child.props.children === undefined ? child : cloneElement(child, {}, late(child.props.children));
  });
}
