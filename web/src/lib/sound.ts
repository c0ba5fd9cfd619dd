// Small sounds made on the spot; none before the player has asked for them.
import { settings } from './settings.svelte'

let context: AudioContext | null = null

type Sound = 'card' | 'turn' | 'take' | 'good' | 'bad' | 'say'

const NOTES: Record<Exclude<Sound, 'card'>, readonly [number, number][]> = {
  turn: [
    [660, 0],
    [880, 0.09],
  ],
  take: [[330, 0]],
  good: [
    [523, 0],
    [659, 0.1],
    [784, 0.2],
  ],
  bad: [
    [330, 0],
    [262, 0.14],
  ],
  say: [[990, 0]],
}

export function sound(which: Sound): void {
  if (!settings.sounds || document.visibilityState === 'hidden') return
  // Before the first tap or key a browser lets nothing sound, and says so.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return
  try {
    context ??= new AudioContext()
    void context.resume()
    if (which === 'card') rustle(context)
    else for (const [pitch, at] of NOTES[which]) note(context, pitch, context.currentTime + at)
  } catch {
    // A browser without sound plays on in silence.
  }
}

function note(audio: AudioContext, pitch: number, at: number): void {
  const tone = audio.createOscillator()
  const gain = audio.createGain()
  tone.type = 'triangle'
  tone.frequency.value = pitch
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(0.07, at + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.0005, at + 0.22)
  tone.connect(gain).connect(audio.destination)
  tone.start(at)
  tone.stop(at + 0.25)
}

function rustle(audio: AudioContext): void {
  const length = Math.floor(audio.sampleRate * 0.06)
  const buffer = audio.createBuffer(1, length, audio.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3
  const source = audio.createBufferSource()
  const filter = audio.createBiquadFilter()
  const gain = audio.createGain()
  source.buffer = buffer
  filter.type = 'bandpass'
  filter.frequency.value = 2400
  gain.gain.value = 0.12
  source.connect(filter).connect(gain).connect(audio.destination)
  source.start()
}
