import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Services } from '../../context.ts'

/**
 * A time that goes by as soon as all wait for a turn at a channel's pace: for tests that are not about waiting. What the channels count and what Motto
 * counts is that much older then, so neither of them is asked for more than it allows.
 */
export function paceAtOnce() {
  let aheadMs = 0
  return {
    /** The channels' time, for the sandbox. */
    now: () => new Date(Date.now() + aheadMs),
    /** From here on a process waits so, until its test file ends. */
    rule(services: Services): void {
      const { database, config } = services
      const isUnderWay = countCalls(config.sandboxPort)
      const isWorking = () => Object.values(database.pools()).some(({ lent, waiting }) => lent + waiting > 0)
      const sleep = async (ms: number) => {
        // A call that has its turn is heard before time goes on: many of several turns, heard together, would be too many at once. So time goes by at
        // once where nothing is under way, and else as it does.
        for (const end = performance.now() + ms; performance.now() < end; ) {
          await delay(2)
          if (isUnderWay() || isWorking()) continue
          aheadMs += ms
          await sql`update channel_quotas set counted_at = counted_at - make_interval(secs => ${ms / 1000})`.execute(
            database.system,
          )
          return
        }
      }
      services.clock = { ...services.clock, pacing: { clock: () => performance.now() + aheadMs, sleep } }
    },
  }
}

/** @returns whether a call to the sandbox waits for its answer */
function countCalls(port: number): () => boolean {
  let calls = 0
  const send = globalThis.fetch
  const counted: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.port !== String(port)) return send(input, init)
    calls += 1
    try {
      return await send(input, init)
    } finally {
      calls -= 1
    }
  }
  vi.stubGlobal('fetch', counted)
  return () => calls > 0
}
