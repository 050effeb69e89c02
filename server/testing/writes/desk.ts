import type { ChannelOrderLine } from '#channels/channel.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { makeMember, makeProduct, makeSeller, makeTemplate, makeUser } from '#seed/make.ts'
import type { Sandbox } from '#sandbox/main.ts'
import type { Ctx } from '../../context.ts'
import { takeIn } from '../../features/orders/intake/intake.ts'
import type { TestApp } from '../setup/open-app.ts'
import { type Belongings, makeBelongings } from '../shop/belongings.ts'
import { channelOrder, orderLine } from '../shop/orders.ts'
import { type Shop, type Sold, openShop } from '../shop/shop.ts'

/** A seller who has one of everything, and makes what a write needs. */
export interface Desk {
  app: TestApp
  ctx: Ctx
  as: string
  ids: Belongings
  /** Accounts of the sandbox, where the write asks a channel. */
  shop: Shop | undefined
  /** The data of a call that must succeed. */
  call(endpoint: AnyEndpoint, input?: object): Promise<unknown>
  product(quantity?: number): Promise<{ id: number; sku: string; templateId: number }>
  template(attributes?: string[]): Promise<number>
  colleague(): Promise<number>
  /** An order of eBay that Motto has imported. */
  sale(line?: Partial<ChannelOrderLine>): Promise<{ orderId: number; itemId: number; sku: string }>
}

/** @param answers what the seller enters on the channels' consent pages instead of what they suggest */
export async function openDesk(
  app: TestApp,
  sandbox: Pick<Sandbox, 'url'>,
  channels: readonly Sold[],
  answers: Record<string, string> = {},
): Promise<Desk> {
  const shop = channels.length > 0 ? await openShop(app, sandbox, channels, answers) : undefined
  const { ctx, as } = shop ?? (await makeSeller(app.services))
  const ids = await makeBelongings(ctx, channels.includes('ebay') ? await shop?.integrationId('ebay') : undefined)
  const call = async (endpoint: AnyEndpoint, input: object = {}): Promise<unknown> => {
    const { status, body } = await app.call(endpoint, { ...input, as } as never)
    if (status !== 200) throw new Error(`${endpoint.path}: ${body.message}`)
    return body.data
  }
  const product = async (quantity = 10) => makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity })
  return {
    app,
    ctx,
    as,
    ids,
    shop,
    call,
    product,
    template: async (attributes = []) =>
      (await makeTemplate(ctx, { attributes: attributes.map((name) => ({ name })) })).id,
    colleague: async () => {
      const { id } = await makeUser(app.services)
      await makeMember(app.services, ctx.organizationId, id, 4)
      return id
    },
    sale: async (line = {}) => {
      const { sku } = await product()
      const order = channelOrder({ lines: [orderLine({ sku, quantity: 2, ...line })] })
      await takeIn(ctx, { id: ids.integration, channel: 'ebay' }, [order])
      const row = await ctx.db
        .selectFrom('orders as o')
        .innerJoin('orderItems as i', (j) =>
          j.onRef('i.organizationId', '=', 'o.organizationId').onRef('i.orderId', '=', 'o.id'),
        )
        .select(['o.id as orderId', 'i.id as itemId'])
        .where('o.organizationId', '=', ctx.organizationId)
        .where('o.externalOrderId', '=', order.externalOrderId)
        .executeTakeFirstOrThrow()
      return { ...row, sku }
    },
  }
}
