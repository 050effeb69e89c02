import type { ChannelOrder } from '#channels/channel.ts'
import type { Ctx } from '../context.ts'
import { takeIn } from '../features/orders/intake/intake.ts'
import { channelOrder, laterVersion, type makeIntegration } from './shop/orders.ts'

type Source = Awaited<ReturnType<typeof makeIntegration>>
interface Steps {
  sources: readonly Source[]
  random: () => Parameters<typeof channelOrder>[0]
  upTo: (most: number) => number
  /** How many of ten are later versions of orders that are there. */
  later: number
}

/** Takes in orders as channels send them: each call a fresh one, or a later version of one that is there. */
export function intakeSteps(ctx: Ctx, { sources, random, upTo, later }: Steps): () => Promise<void> {
  const pick = <T>(of: readonly T[]) => of[upTo(of.length)] as T
  const orders: { source: Source; order: ChannelOrder }[] = []
  return async () => {
    if (orders.length > 5 && upTo(10) < later) {
      const at = upTo(orders.length)
      const before = orders[at] as (typeof orders)[number]
      const changed = { ...(upTo(2) === 0 ? random() : {}), state: pick(['open', 'shipped', 'cancelled'] as const) }
      const order = laterVersion(before.order, changed, 1 + upTo(9))
      orders[at] = { ...before, order }
      await takeIn(ctx, before.source, [order])
    } else {
      const fresh = { source: pick(sources), order: channelOrder(random()) }
      orders.push(fresh)
      await takeIn(ctx, fresh.source, [fresh.order])
    }
  }
}
