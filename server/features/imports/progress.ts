import type { Area } from '#contract/endpoint.ts'
import { type Ctx, announce } from '../../context.ts'

const PAUSE_MS = 500

/** Tells browsers how far a job is, twice a second at most. */
export function progressOf(ctx: Ctx) {
  let told = 0
  return {
    tell() {
      const now = performance.now()
      if (now - told < PAUSE_MS) return
      told = now
      announce(ctx, ['imports'])
    },
    end: (areas: readonly Area[] = []) => announce(ctx, ['imports', ...areas]),
  }
}
