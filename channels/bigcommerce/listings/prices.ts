import { ChannelError, type Outcome, type Price } from '../../channel.ts'
import { chunks, done, inCalls, refused } from '../../kit/batch.ts'
import { type BigCommerceConnection, send } from '../calls.ts'
import { amountOf } from './map.ts'

/** Most of a call: of products, and of variants. */
const perCall = { product: 10, variant: 50 }

interface Row {
  index: number
  of: 'product' | 'variant'
  id: number
  price: number
}

/** Changes prices alone, in the store's own currency: that of a product, or those of its variants. */
export async function setPrices(c: BigCommerceConnection, prices: Price[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = prices.map(({ sku }) =>
    refused(new ChannelError('not_found', `${sku} isn’t on BigCommerce.`)),
  )
  const rows = prices.flatMap(({ sku, price, currency, listing }, index): Row[] => {
    const part = listing.parts[sku]
    if (!part?.variantId) return []
    const of = part.of === 'variant' ? 'variant' : 'product'
    return [
      { index, of, id: Number(of === 'variant' ? part.variantId : part.productId), price: amountOf(price, currency) },
    ]
  })
  const calls = (['product', 'variant'] as const).flatMap((of) =>
    chunks(
      rows.filter((row) => row.of === of),
      perCall[of],
    ),
  )
  return inCalls(outcomes, calls, (call) => tellAll(c, call))
}

/** BigCommerce takes all or none, so where one is refused each goes alone. */
async function tellAll(c: BigCommerceConnection, rows: Row[]): Promise<Outcome[]> {
  try {
    await tell(c, rows)
    return rows.map(() => done)
  } catch (error) {
    const kinds = ['invalid', 'not_found']
    if (!(error instanceof ChannelError) || !kinds.includes(error.kind) || rows.length === 1) throw error
    return inCalls(
      rows.map(() => done),
      rows.map((row, index) => [{ ...row, index }]),
      async (price) => {
        await tell(c, price)
        return [done]
      },
    )
  }
}

const tell = (c: BigCommerceConnection, rows: Row[]) =>
  send(c, {
    method: 'PUT',
    path: rows[0]?.of === 'variant' ? 'v3/catalog/variants' : 'v3/catalog/products',
    json: rows.map(({ id, price }) => ({ id, price })),
  })
