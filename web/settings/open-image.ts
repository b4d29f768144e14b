/** A picture file opened in the browser. Width and height take its orientation into account. */
export interface SelectedImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  close(): void;
}

const SVG = "image/svg+xml";

/** Returns null if the browser can't decode the file or the site doesn't accept its format. */
export async function openImage(file: File): Promise<SelectedImage | null> {
  if (file.type === SVG) return null;
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
