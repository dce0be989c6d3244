import "./hues.css";
import { Icon } from "./Icon";
import { Folder } from "lucide-react";
import { listDrawings, type ListIcon } from "./listIcons";
import { hueColor, type Hue } from "./vocabulary";

/** The picture of a list in its colour. */
export function ListDrawing({ icon, hue }: { icon: ListIcon; hue: Hue }) {
  return (
    <span style={{ color: hueColor(hue), display: "inline-grid", flex: "none" }}>
      {/* A later build may know more pictures. */}
      <Icon of={listDrawings[icon] ?? Folder} />
    </span>
  );
}
