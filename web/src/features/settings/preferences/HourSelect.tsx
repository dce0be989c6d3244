import { region } from "@/words/region";
import { Select } from "@/ui/Field";
import { hours } from "./choose";

/** A choice of a full hour. */
export function HourSelect({ name, value, without, onChange }: { name: string; value: number; without?: number; onChange: (hour: number) => void }) {
  return (
    <Select aria-label={name} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {hours(region).filter(({ hour }) => hour !== without).map(({ hour, name: shown }) => (
        <option key={hour} value={hour}>
          {shown}
        </option>
      ))}
    </Select>
  );
}
