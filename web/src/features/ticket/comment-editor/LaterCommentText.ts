import { laterComponent } from "@/lib/later";
import type { CommentTextProps } from "./CommentText";

let arrived = false;

/** The formatted field of comments. It is fetched when the page is usable, or when a person first writes a comment. */
export const LaterCommentText = laterComponent<CommentTextProps>(async () => {
  const { CommentText } = await import("./CommentText");
  arrived = true;
  return CommentText;
});

/** True once the formatted field can be drawn without waiting. */
export const hasCommentText = (): boolean => arrived;
