import { t } from "@lingui/core/macro";
import { playSent, setSentSound, useSentSound } from "@/lib/sentSound";
import { Checkbox } from "@/ui/Checkbox";
import { Line } from "./Line";

/** The sound of a sent comment. Turning it on plays it. */
export function SentSound() {
  const on = useSentSound((state) => state.on);
  const turn = (next: boolean) => {
    setSentSound(next);
    playSent();
  };
  return (
    <Line name={t`Sound when a comment is sent`} hint={t`In this browser`}>
      <Checkbox name={t`Sound when a comment is sent`} checked={on} onChange={turn} />
    </Line>
  );
}
