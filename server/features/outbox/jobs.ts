import { type Services, announce, inTransaction, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { oweSome } from './service.ts'

/** Notes what many listings owe, some at a time: between two transactions others have their turn. One that breaks off begins anew, which is harmless. */
export async function oweJob(services: Services, { organizationId, debt, ...all }: Jobs['outbox.owe']): Promise<void> {
  const ctx = jobContext(services, organizationId)
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    services.stopping.throwIfAborted()
    after = await inTransaction(ctx, (ctx) => oweSome(ctx, all, debt, from))
  }
  announce(ctx, ['listings', 'products'])
}
