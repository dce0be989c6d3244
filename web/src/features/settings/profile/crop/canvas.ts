import { cutOf, sentSide, type Crop, type Cut, type Size } from "./crop";

/** The longest side of a picture in memory, in pixels. A photo of a phone may have 200 million pixels. */
const LONGEST = 4_096;

/** Reads a picture as it is shown, turned as its camera was. Rejects if the browser cannot read the file. */
export async function decoded(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = LONGEST / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const shrunk = (side: number) => Math.max(1, Math.round(side * scale));
  try {
    return await createImageBitmap(whole, {
      resizeWidth: shrunk(whole.width),
      resizeHeight: shrunk(whole.height),
      resizeQuality: "high",
    });
  } finally {
    whole.close();
  }
}

/** Draws a picture so that `cut` fills the square of this side in the middle of the canvas. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, cut: Cut, side: number): void {
  const ink = canvas.getContext("2d");
  if (ink === null) return;
  const scale = side / cut.side;
  const left = (canvas.width - side) / 2 - cut.left * scale;
  const top = (canvas.height - side) / 2 - cut.top * scale;
  const shown: Size = { width: picture.width * scale, height: picture.height * scale };
  ink.clearRect(0, 0, canvas.width, canvas.height);
  // Transparent parts are white, as on the node.
  ink.fillStyle = "white";
  ink.fillRect(left, top, shown.width, shown.height);
  ink.imageSmoothingQuality = "high";
  ink.drawImage(picture, left, top, shown.width, shown.height);
}

/** The chosen part of a picture as a file. */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const cut = cutOf(picture, crop);
  const side = sentSide(cut);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  draw(canvas, picture, cut, side);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  if (file === null) throw new Error("The browser made no file of a picture");
  return file;
}
