/** Notes how a part is stopped that has just started. */
export type StopBy = (step: () => unknown) => void

/**
 * Starts what has several parts. Where one does not start, those before it are stopped again.
 * @returns with `stop`, which stops the parts, the newest first
 */
export async function startWhole<T extends object>(
  start: (stopBy: StopBy) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
  const steps: (() => unknown)[] = []
  const stop = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) await step()
  }
  try {
    return { ...(await start((step) => steps.push(step))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts parts at once. Where one does not start, the others are waited for: what starts later would run on. @throws the first error */
export async function startTogether<T>(parts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(parts.map((part) => part()))
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason as Error
    return outcome.value
  })
}
