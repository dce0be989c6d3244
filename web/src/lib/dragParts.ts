export { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
export { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
export { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
export { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
export { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
