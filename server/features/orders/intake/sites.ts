import type { ChannelOrder } from '#channels/channel.ts'
import type { Ctx } from '../../../context.ts'
import { accountsOnSites } from '../../integrations/sites.ts'
import * as queries from '../queries.ts'
import type { Source } from './arriving.ts'
import { lister } from './channel-skus.ts'

/**
 * Of the orders that a channel tells an account, its own. An account that is connected for several sites is told the orders of all of them at each: an order
 * belongs to who has it, else to the site on which it was sold, else to who was connected first. Of two sites that the channel calls the same, it is the
 * one that lists what was sold. So none is taken in twice, also after a site was added or changed.
 */
export async function ownOrders(
  ctx: Ctx,
  { id, channel }: Pick<Source, 'id' | 'channel'>,
  orders: readonly ChannelOrder[],
): Promise<readonly ChannelOrder[]> {
  const accounts = orders.length > 0 ? await accountsOnSites(ctx, { id, channel }) : undefined
  if (!accounts) return orders
  const owners = await queries.accountsOfOrders(
    ctx,
    channel,
    orders.map(({ externalOrderId }) => externalOrderId),
  )
  const [first] = accounts
  const own: ChannelOrder[] = []
  for (const order of orders) {
    const onSite = accounts.filter((account) => account.site === order.site)
    const lister =
      onSite.length > 1 && !owners.has(order.externalOrderId) ? await listerOf(ctx, onSite, order) : undefined
    if ((owners.get(order.externalOrderId) ?? lister ?? (onSite[0] ?? first)?.id) === id) own.push(order)
  }
  return own
}

const listerOf = (ctx: Ctx, accounts: readonly { id: number }[], { lines }: ChannelOrder) =>
  lister(
    ctx,
    accounts.map(({ id }) => id),
    lines.flatMap(({ sku }) => sku || []),
  )
