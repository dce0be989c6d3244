import { create } from "zustand";

const KEY = "troupe.sentSound";
/** The two tones: hertz, and seconds after the first one. */
const tones = [
  { pitch: 660, after: 0 },
  { pitch: 880, after: 0.07 },
];
/** Seconds of one tone. */
const LENGTH = 0.12;
const LOUDNESS = 0.06;

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/** Whether this browser plays a sound for a sent comment. */
export const useSentSound = create<{ on: boolean }>(() => ({ on: kept() }));

/** The person has turned the sound on or off. */
export function setSentSound(on: boolean): void {
  useSentSound.setState({ on });
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

let output: AudioContext | undefined;

/** Plays two short tones, unless the person has turned them off. A browser without sound plays nothing. */
export function playSent(): void {
  if (!useSentSound.getState().on || typeof AudioContext === "undefined") return;
  output ??= new AudioContext();
  for (const { pitch, after } of tones) {
    const start = output.currentTime + after;
    const [tone, volume] = [output.createOscillator(), output.createGain()];
    tone.frequency.value = pitch;
    // A tone that begins or ends at once crackles.
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
    tone.connect(volume).connect(output.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  }
}
