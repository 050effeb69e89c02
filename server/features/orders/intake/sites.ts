import type { ChannelOrder } from '#channels/channel.ts'
import type { Ctx } from '../../../context.ts'
import { accountsOnSites } from '../../integrations/sites.ts'
import * as queries from '../queries.ts'
import type { Source } from './arriving.ts'

/**
 * Of the orders that a channel tells an account, its own. An account that is connected for several sites is told the orders of all of them at each: an order
 * belongs to who has it, else to the site on which it was sold, else to who was connected first. So none is taken in twice, also after a site was
 * added or changed.
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
  return orders.filter(({ externalOrderId, site }) => {
    const owner = owners.get(externalOrderId)
    return (owner ?? (accounts.find((account) => account.site === site) ?? first)?.id) === id
  })
}
