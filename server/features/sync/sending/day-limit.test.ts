import { expect, it } from 'vitest'
import { ebayError } from '#channels/ebay/errors.ts'
import { twoChannels } from '../../../testing/shop/two-channels.ts'

const { shop, channels, live, settle, count, shown, dueNow } = twoChannels()

/** As eBay answers once a listing was changed as often as a day allows. */
const refusedForToday = () =>
  ebayError(400, [
    {
      errorId: 25002,
      message: 'A user error has occurred. The listing 110 was revised 250 times today.',
      longMessage: '',
      parameters: [],
    },
  ])

it('DESIGN 2: a quantity that eBay refuses for the day stays pending, says why, and is sent when the limit is over', async () => {
  const product = await live(2)
  await count(product, 1)
  await settle()
  const { stock } = channels.ebay.channel
  const { set } = stock
  stock.set = async (_, levels) => levels.map(() => ({ ok: false, error: refusedForToday() }))
  await count(product, 2)
  await settle()
  expect(await shown(product.sku)).toEqual([1, 2])
  const waiting = await shop().listing('ebay', product.id)
  expect(waiting).toMatchObject({ pending: 'quantity', pushedQuantity: 1, result: { status: 'queued' } })
  expect(waiting.result?.reason).toContain('was revised 250 times today')
  stock.set = set
  await dueNow()
  await settle()
  expect(await shown(product.sku)).toEqual([2, 2])
  expect(await shop().listing('ebay', product.id)).toMatchObject({ pending: null, result: { status: 'fulfilled' } })
})
