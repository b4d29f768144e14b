/** A file of the member's, opened as a picture. Width and height are those of the picture as people see it. */
export interface ChosenPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  close(): void;
}

const DRAWN = "image/svg+xml";

/** Opens a file for the screen; null when the browser knows no picture in it, or it is one that the site refuses. */
export async function openPicture(file: File): Promise<ChosenPicture | null> {
  if (file.type === DRAWN) return null;
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    return null;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  return { url, width, height, close: () => URL.revokeObjectURL(url) };
}
