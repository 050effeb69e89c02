import { AppError } from '../../errors.ts'

const MEGABYTE = 1024 * 1024
/** Held for uploads at once in one process, and of it for one folder: nobody takes the room of all. */
const TOGETHER = 160 * MEGABYTE
const ONE_FOLDER = 80 * MEGABYTE
const WAIT_SECONDS = 5

let used = 0
const heldOf = new Map<string, number>()

const busy = () =>
  new AppError('too_many_requests', 'Too many images are uploading right now. Try again in a moment.', {
    retryAfterSeconds: WAIT_SECONDS,
  })

/** Takes room for an upload in memory. @returns how to give it back. @throws too_many_requests */
export function takeRoom(bytes: number): () => void {
  if (used + bytes > TOGETHER) throw busy()
  used += bytes
  return () => (used -= bytes)
}

/** Takes room out of what one folder may have. @returns how to give it back. @throws too_many_requests */
export function takeFolderRoom(folder: string, bytes: number): () => void {
  const now = (heldOf.get(folder) ?? 0) + bytes
  if (now > ONE_FOLDER) throw busy()
  heldOf.set(folder, now)
  return () => {
    const left = (heldOf.get(folder) ?? 0) - bytes
    if (left > 0) heldOf.set(folder, left)
    else heldOf.delete(folder)
  }
}
