/** Shows the image at full size or as large as fits. The browser closes the dialog on Escape and restores focus. */
export function openImage(image: HTMLImageElement): void {
  const dialog = document.createElement("dialog");
  dialog.className = "image-dialog";
  dialog.ariaLabel = image.alt || "Image";
  const enlargedImage = new Image(Number(image.getAttribute("width")), Number(image.getAttribute("height")));
  enlargedImage.src = image.getAttribute("src") ?? "";
  enlargedImage.alt = image.alt;
  const closeButton = document.createElement("button");
  closeButton.type = "button";
  closeButton.className = "button button-small";
  closeButton.textContent = "Close";
  dialog.append(closeButton, enlargedImage);
  dialog.addEventListener("click", () => dialog.close());
  const listeners = new AbortController();
  addEventListener("popstate", () => dialog.close(), { signal: listeners.signal });
  dialog.addEventListener("close", () => {
    listeners.abort();
    dialog.remove();
  });
  (document.getElementById("main") ?? document.body).append(dialog);
  dialog.showModal();
}
