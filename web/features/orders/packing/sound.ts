/** What a packer hears: a short high tone for the right piece, a long low one for a wrong one, two for what nobody knows. */
const tones = {
  right: [{ hertz: 880, ms: 90, shape: 'sine' }],
  done: [
    { hertz: 660, ms: 90, shape: 'sine' },
    { hertz: 990, ms: 140, shape: 'sine' },
  ],
  wrong: [{ hertz: 140, ms: 380, shape: 'square' }],
  unknown: [
    { hertz: 240, ms: 140, shape: 'square' },
    { hertz: 180, ms: 180, shape: 'square' },
  ],
} as const satisfies Record<string, readonly { hertz: number; ms: number; shape: OscillatorType }[]>
export type Sound = keyof typeof tones

const LOUDNESS = 0.06
const PAUSE_MS = 40
const key = 'motto-packing-sound'

export const isMuted = (): boolean => localStorage.getItem(key) === 'off'
export const mute = (off: boolean): void => (off ? localStorage.setItem(key, 'off') : localStorage.removeItem(key))

let audio: AudioContext | undefined

/** Plays a sound and shakes a phone, unless it is muted. */
export function play(sound: Sound): void {
  if (isMuted()) return
  navigator.vibrate?.(tones[sound].map(({ ms }) => ms))
  if (!('AudioContext' in window)) return
  audio ??= new AudioContext()
  // A browser lets a page be heard only after a key or a press, which a scan is.
  void audio.resume()
  let at = audio.currentTime
  for (const { hertz, ms, shape } of tones[sound]) {
    const tone = new OscillatorNode(audio, { frequency: hertz, type: shape })
    tone.connect(new GainNode(audio, { gain: LOUDNESS })).connect(audio.destination)
    tone.start(at)
    at += ms / 1000
    tone.stop(at)
    at += PAUSE_MS / 1000
  }
}
