/** A width and a height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A place in relation to the middle of the frame. 1 is the side of the frame. */
export interface Point {
  x: number;
  y: number;
}

/** The square part of a picture that is in the frame. */
export interface Crop {
  /** The middle of the part, in pixels of the picture. */
  x: number;
  y: number;
  /** At 1, the shorter side of the picture fills the frame. */
  zoom: number;
}

/** A square of a picture, in pixels of the picture. */
export interface Cut {
  left: number;
  top: number;
  side: number;
}

/** The smallest part that may fill the frame, in pixels: the small size of a picture on the node. */
const LEAST_SIDE = 96;
const MOST_ZOOM = 10;
/** Small pictures may be zoomed as well, though this makes no pixel sharper. */
const LEAST_ZOOM = 2;
/** The largest side that is sent, in pixels. The node keeps 320. */
const MOST_SENT = 512;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** How far a picture can be zoomed. */
export const mostZoom = ({ width, height }: Size): number => within(Math.min(width, height) / LEAST_SIDE, LEAST_ZOOM, MOST_ZOOM);

const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

/** Moves a part back into its picture, so that the frame is always full. */
function inside(picture: Size, { x, y, zoom }: Crop): Crop {
  const half = sideOf(picture, zoom) / 2;
  return { x: within(x, half, picture.width - half), y: within(y, half, picture.height - half), zoom };
}

/** The largest square in the middle of a picture. */
export const middleOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

interface Change {
  /** A point of the picture, which the change moves… */
  from: Point;
  /** …to this place. */
  to: Point;
  /** How many times larger the picture becomes. */
  factor: number;
}

/** Moves and zooms a picture under its frame, as far as the frame stays full. */
export function changed(picture: Size, crop: Crop, { from, to, factor }: Change): Crop {
  const zoom = within(crop.zoom * factor, 1, mostZoom(picture));
  const [before, after] = [sideOf(picture, crop.zoom), sideOf(picture, zoom)];
  const along = (axis: "x" | "y") => crop[axis] + from[axis] * before - to[axis] * after;
  return inside(picture, { x: along("x"), y: along("y"), zoom });
}

const center: Point = { x: 0, y: 0 };

/** Moves a picture by a part of the side of its frame. */
export const moved = (picture: Size, crop: Crop, to: Point): Crop => changed(picture, crop, { from: center, to, factor: 1 });

/** Zooms a picture. The point of the picture at `about` stays where it is. */
export const zoomed = (picture: Size, crop: Crop, factor: number, about = center): Crop =>
  changed(picture, crop, { from: about, to: about, factor });

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Moves a picture with one pointer. Two pointers also zoom it, about the place between them. */
export function dragged(picture: Size, crop: Crop, before: readonly Point[], after: readonly Point[]): Crop {
  const [from, from2] = before;
  const [to, to2] = after;
  if (!from || !to) return crop;
  if (!from2 || !to2) return changed(picture, crop, { from, to, factor: 1 });
  const apart = distance(from, from2);
  const factor = apart === 0 ? 1 : distance(to, to2) / apart;
  return changed(picture, crop, { from: between(from, from2), to: between(to, to2), factor });
}

/** The place of a zoom on a slider from 0 to 1. Equal ways on the slider are equal factors. */
export const placeOf = (picture: Size, zoom: number): number => Math.log(zoom) / Math.log(mostZoom(picture));

/** The zoom at a place of the slider. */
export const zoomAt = (picture: Size, place: number): number => mostZoom(picture) ** place;

/** The square that is cut out of a picture. */
export function cutOf(picture: Size, crop: Crop): Cut {
  const side = sideOf(picture, crop.zoom);
  return { left: crop.x - side / 2, top: crop.y - side / 2, side };
}

/** The side of the picture that is sent, in pixels. A small part is not made larger. */
export const sentSide = ({ side }: Cut): number => within(Math.round(side), 1, MOST_SENT);
