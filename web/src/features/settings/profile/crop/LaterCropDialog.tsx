import { laterComponent } from "@/lib/later";
import { NotLoaded } from "@/ui/NotLoaded";
import type { CropDialogProps } from "./CropDialog";

/** Few people choose a picture, and each does so rarely. */
export const LaterCropDialog = laterComponent<CropDialogProps>(async () => (await import("./CropDialog")).CropDialog, {
  idle: false,
  instead: ({ onClose }) => <NotLoaded open onClose={onClose} />,
});
