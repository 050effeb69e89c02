/** Pieces at once: while the database writes one, the next is made ready. */
const LANES = 2

/** The import was cancelled, or another worker took it over: what was just done is not kept. */
export class Stopped extends Error {}

/** @returns false when `work` was stopped */
export async function unlessStopped(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Stopped) return false
    throw error
  }
}

/**
 * Works through pieces, some at once. They are taken one after the other, so each begins where the last one ended.
 * @param take answers undefined when there are no more
 * @param work answers false when nothing more is to be done
 */
export async function inLanes<T>(
  take: () => Promise<T | undefined>,
  work: (piece: T) => Promise<boolean>,
): Promise<void> {
  let over = false
  let taking: Promise<T | undefined> = Promise.resolve(undefined)
  const lane = async () => {
    try {
      for (;;) {
        taking = taking.then(() => (over ? undefined : take()))
        const piece = await taking
        if (piece === undefined || !(await work(piece))) return
      }
    } finally {
      over = true
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  const failed = lanes.find((l) => l.status === 'rejected')
  if (failed) throw failed.reason
}
