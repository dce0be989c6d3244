import { SquareCheck } from "lucide-react";
import "./hues.css";
import { Icon } from "./Icon";
import { typeDrawings, type TypeIcon } from "./typeIcons";
import { hueColor, type Hue } from "./vocabulary";

interface TypePictureProps {
  icon: TypeIcon;
  hue: Hue;
  size?: 14 | 16;
  /** The accessible name, only if the name of the type is not written beside the picture. */
  name?: string;
}

/** The picture of a task type in its colour. */
export function TypePicture({ icon, hue, size = 16, name }: TypePictureProps) {
  // A later build may know more pictures.
  const drawing = typeDrawings[icon] ?? SquareCheck;
  return (
    <span style={{ color: hueColor(hue), display: "inline-grid", flex: "none" }} title={name}>
      <Icon of={drawing} size={size} {...(name !== undefined && { name })} />
    </span>
  );
}
