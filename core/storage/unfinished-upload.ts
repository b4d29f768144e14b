/** Whether text has an upload's placeholder. Doesn't use `findPlaceholders`, which is loaded only with the editor. */
export const hasUnfinishedUpload = (text: string) => /…\]\(upload:[\w-]+\)/.test(text);

export const UNFINISHED_UPLOAD =
  "An image hasn't been uploaded yet. Wait for the upload to finish, try again, or remove the image.";
