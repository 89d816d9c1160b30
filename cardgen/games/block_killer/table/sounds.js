/* Short sounds, made by the browser itself; silent until they are switched on. */

import { bk } from "./state.js";

/** Tones as [Hz, start in s, length in s]. */
const TONES = {
  turn: [[420, 0, 0.03]],
  drop: [[140, 0, 0.07]],
  clear: [[523, 0, 0.09], [659, 0.07, 0.12]],
  spin: [[523, 0, 0.08], [784, 0.06, 0.09], [1047, 0.13, 0.16]],
};
const LOUD = 0.06;
let context = null;

/** Play a sound, if sounds are switched on. A browser without sound does nothing. */
bk.sound = (kind) => {
  if (!bk.chosen.sound || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  for (const [pitch, start, length] of TONES[kind]) {
    const at = context.currentTime + start;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = pitch;
    tone.type = "triangle";
    gain.gain.setValueAtTime(LOUD, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
};
