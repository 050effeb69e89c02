import { statfs } from 'node:fs/promises'
import type { Services } from '../context.ts'

/** Of the file system, and of PostgreSQL (disk_full). */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** Less than a picture and its copies. */
const LEAST_BYTES = 32 * 1024 * 1024
/** How long a refused write counts; what has room again is asked again. */
const REMEMBERED_MS = 60_000

/** Whether something could not be written for want of room, also where that is the cause of another failure. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return codes.has(String((error as { code?: unknown }).code)) || (error.cause !== undefined && isFull(error.cause))
}

/** Remembers that there was no room, for whoever asks whether Motto is ready. */
export function watchStorage(services: Services) {
  let refusedAt: number | undefined
  return {
    refused: () => void (refusedAt = services.clock.now().getTime()),
    /** Whether there is room, as far as one can tell: on our disk, and for the last minute on the database's. */
    hasRoom: async () => {
      if (refusedAt !== undefined && services.clock.now().getTime() - refusedAt < REMEMBERED_MS) return false
      return hasRoom(services.config.dataDir)
    },
  }
}

async function hasRoom(dataDir: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize > LEAST_BYTES
  } catch (error) {
    // With a database and pictures elsewhere, nothing of ours is kept here, and the folder may never be made.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
}
