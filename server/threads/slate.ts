import type { Place } from '#domain/products/attributes/meter.ts'

/** As bytes: the length of what is written, and then the text. No name of a rule or field is as long. */
const [LENGTH, TEXT] = [4, 4096]

/** Memory that a thread and its owner share: what the thread is at is read here even after it was ended. */
export const makeSlate = (): SharedArrayBuffer => new SharedArrayBuffer(LENGTH + TEXT)

/** A thread that is ended in the middle of this leaves nothing there. */
export function writePlace(slate: SharedArrayBuffer, place: Place | undefined): void {
  const length = new Int32Array(slate, 0, 1)
  Atomics.store(length, 0, 0)
  if (place) Atomics.store(length, 0, Buffer.from(slate, LENGTH).write(JSON.stringify(place)))
}

export function readPlace(slate: SharedArrayBuffer): Place | undefined {
  const length = Atomics.load(new Int32Array(slate, 0, 1), 0)
  return length > 0 ? (JSON.parse(Buffer.from(slate, LENGTH, length).toString()) as Place) : undefined
}
