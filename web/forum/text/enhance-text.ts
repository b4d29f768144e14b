const COPY_MESSAGE_MS = 2000;

// The dialog's code can fail to load, offline or after an update. The image is visible without the dialog.
const ignoreFailure = () => {};

/** Adds a copy button to each code block and makes images open in a dialog. Can be called again on the same element. */
export function enhanceText(text: HTMLElement): void {
  for (const block of text.querySelectorAll<HTMLElement>("pre.code-block")) addCopyButton(block);
  for (const image of text.querySelectorAll("img")) makeOpenable(image);
}

function addCopyButton(block: HTMLElement): void {
  const parent = block.parentElement;
  if (!parent || parent.className === "code-frame") return;
  const wasFocused = document.activeElement === block;
  // The button goes into a frame around the block, because the block itself scrolls.
  const frame = document.createElement("div");
  frame.className = "code-frame";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.textContent = "Copy";
  const status = document.createElement("span");
  status.role = "status";
  status.className = "sr-only";
  block.replaceWith(frame);
  frame.append(block, button, status);
  if (wasFocused) block.focus();
}

/** Makes an image open in a dialog, unless it's inside a link. */
function makeOpenable(image: HTMLImageElement): void {
  if (image.closest("a, button")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "enlarge-image";
  button.ariaLabel = `Enlarge image${image.alt ? `: ${image.alt}` : ""}`;
  button.ariaHasPopup = "dialog";
  image.replaceWith(button);
  button.append(image);
}

async function copyCode(button: HTMLElement): Promise<void> {
  const frame = button.parentElement;
  const status = frame?.querySelector("[role=status]");
  const code = frame?.querySelector("pre")?.textContent ?? "";
  const message = await navigator.clipboard.writeText(code.replace(/\n$/, "")).then(
    () => "Copied",
    // The browser or the user doesn't allow access to the clipboard.
    () => "Couldn't copy",
  );
  button.textContent = message;
  if (status) status.textContent = message;
  setTimeout(() => {
    button.textContent = "Copy";
    if (status) status.textContent = "";
  }, COPY_MESSAGE_MS);
}

// One listener for all posts and comments on the page, including those loaded later.
document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  const copyButton = target.closest<HTMLElement>(".copy-code");
  const image = target.closest(".enlarge-image")?.querySelector("img");
  if (copyButton) void copyCode(copyButton);
  else if (image) import("./open-image.ts").then(({ openImage }) => openImage(image), ignoreFailure);
});
