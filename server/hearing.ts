import type { Area } from '#contract/endpoint.ts'
import type { Ctx } from './context.ts'

/** A notification may be missed while its line is broken: then it is looked at all the same, this often. */
const WITHOUT_MS = 1000

export interface Hearing {
  /** Until something of the area changes anywhere, or it has been quiet for a while. What changed since the last call counts. */
  next(mostMs: number): Promise<void>
  stop(): void
}

/** Listens for changes of an area, from now on: what is read after this call and is old then is told of. */
export function hearing(ctx: Ctx, area: Area): Hearing {
  let changed = false
  let wake: (() => void) | undefined
  const stop = ctx.services.events.subscribe(ctx.organizationId, (sent) => {
    if (sent.event !== 'change' || !sent.data.areas.includes(area)) return
    changed = true
    wake?.()
  })
  return {
    stop,
    async next(mostMs) {
      if (!changed)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(WITHOUT_MS, Math.max(0, mostMs)))
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      wake = undefined
      changed = false
    },
  }
}
