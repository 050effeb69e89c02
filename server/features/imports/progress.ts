import type { Area } from '#contract/endpoint.ts'
import { type Ctx, announce } from '../../context.ts'

const PAUSE_MS = 500

/** Tells browsers how far a job is, twice a second at most. */
export function progressOf(ctx: Ctx) {
  let reported = 0
  return {
    tell() {
      const now = performance.now()
      if (now - reported < PAUSE_MS) return
      reported = now
      announce(ctx, ['imports'])
    },
    end: (areas: readonly Area[] = []) => announce(ctx, ['imports', ...areas]),
  }
}
