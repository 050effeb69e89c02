import type { Page, ChannelOrder } from '#channels/channel.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { hurried, type withConnection } from '../../integrations/connections/connections.ts'
import { readNextQuantities } from '../../integrations/polling/looks.ts'
import * as reading from '../../integrations/polling/order-reading.ts'
import { nextLook } from '../../integrations/quota/pace.ts'
import { type TakenIn, takeIn } from './intake.ts'

/** How work gets a connection; tests hand in a channel of their own. */
export type Connect = typeof withConnection

/** Read again each time: channels show a change late, and two clocks never agree. */
const OVERLAP_MS = 5 * 60_000
/**
 * After a channel's call, which tells of something seconds old: reading minutes again for each sale would cost the channel's quota. A shop that sells
 * all the time is called about all the time: once such looks have come further than the overlap, one of them reads the whole of it.
 */
const HINTED_OVERLAP_MS = 20_000
/** A channel may call before its own list shows what it calls about: then it is asked again this soon. */
const LOOK_AGAIN_SECONDS = 2
/** The first look goes back this far before the connection; what was sold earlier was taken off the shelf by hand. */
const BEFORE_CONNECTION_MS = 3600_000
/** Orders placed before touch no stock. @param createdAt of the integration */
export const historyBefore = (createdAt: Date): Date => new Date(createdAt.getTime() - BEFORE_CONNECTION_MS)

export interface PullOptions {
  connect: Connect
  /** Called after each page: may end the pull by throwing. */
  afterPage?: () => Promise<void>
  hinted?: boolean
}

/**
 * Reads all orders that changed since the last complete look, page by page. Only after the last page is the look complete:
 * one that broke off is repeated whole, which is harmless.
 * @returns what was new, and seconds until the channel wants to be asked again
 * @throws ChannelError; AppError `unsupported` when the channel has no orders
 */
export async function pullOrders(
  ctx: Ctx,
  integrationId: number,
  { connect, afterPage, hinted = false }: PullOptions,
): Promise<TakenIn & { pollSeconds: number }> {
  const { services, organizationId } = ctx
  const total: TakenIn = { imported: 0, updated: 0 }
  const failures: unknown[] = []
  // The whole of it may run twice when a token ends in between, so it counts outside.
  const pollSeconds = await connect(services, { organizationId, integrationId }, async (target) => {
    const { channel, connection } = hurried(target)
    const calls = channel.orders
    if (!calls) throw new AppError('unsupported', `${channel.name} has no orders that Motto can read.`)
    const from = await reading.find(ctx, integrationId)
    const whole = !hinted || isBehind(from)
    const since = sinceOf(from, services.clock.now(), whole)
    const source = {
      id: integrationId,
      channel: channel.id,
      historyBefore: historyBefore(from.createdAt),
    }
    let newest = since
    let next: string | undefined
    do {
      const page: Page<ChannelOrder> = await calls.pull(connection, since, next)
      await takeIn(ctx, source, page.items).then(
        (result) => add(total, result),
        (error: unknown) => failures.push(error),
      )
      for (const { updatedAt } of page.items) if (updatedAt > newest) newest = updatedAt
      next = page.next
      await afterPage?.()
    } while (next !== undefined)
    if (failures.length > 0) throw failures[0]
    const hasNews = total.imported + total.updated > 0
    const usual = await nextLook(services, channel, { ...from, quietSeconds: hasNews ? 0 : from.quietSeconds })
    const seconds = hinted && !hasNews ? Math.min(usual, LOOK_AGAIN_SECONDS) : usual
    await reading.complete(ctx, integrationId, {
      begunAt: from.begunAt,
      newest,
      pollSeconds: seconds,
      hasNews,
      whole,
    })
    if (!hinted) await readNextQuantities(ctx, integrationId, channel, from.calls)
    return seconds
  })
  return { ...total, pollSeconds }
}

interface Mark {
  ordersCursor: Date | null
  /** Where it stood after the last look that read the whole overlap. */
  ordersWholeCursor: Date | null
  authenticatedAt: Date | null
}

/** Whether what was listed late could lie further back than a look reads that follows a call. */
const isBehind = ({ ordersCursor, ordersWholeCursor }: Mark): boolean =>
  ordersCursor !== null && ordersCursor.getTime() - (ordersWholeCursor?.getTime() ?? 0) > OVERLAP_MS

/** A whole look goes back to before the last whole one: between them only the newest was read. */
function sinceOf(from: Mark, now: Date, whole: boolean): Date {
  const { ordersCursor, ordersWholeCursor } = from
  if (ordersCursor && !whole) return new Date(ordersCursor.getTime() - HINTED_OVERLAP_MS)
  if (ordersCursor) return new Date((ordersWholeCursor ?? ordersCursor).getTime() - OVERLAP_MS)
  return new Date((from.authenticatedAt ?? now).getTime() - BEFORE_CONNECTION_MS)
}

function add(total: TakenIn, more: TakenIn): void {
  total.imported += more.imported
  total.updated += more.updated
}
