import { expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { twoChannels } from '../../../testing/shop/two-channels.ts'

const { channels, live, settle, count, pull, shown, knownOf, dueNow } = twoChannels()

/** The next number arrives on eBay, and its answer is lost. */
function loseNextAnswer() {
  const { stock } = channels.ebay.channel
  const { set } = stock
  stock.set = async (c, levels) => {
    stock.set = set
    await set(c, levels)
    throw new ChannelError('unavailable', 'No answer came.', { maybeDone: true })
  }
}

it('DESIGN 2: a lost answer is no sale: both channels show what is available once the sales after it are known', async () => {
  const product = await live()
  loseNextAnswer()
  await count(product, 9)
  await settle()
  channels.ebay.buy(product.sku, 1)
  await dueNow()
  await settle()
  expect(await knownOf(product.sku)).toMatchObject([{ unseen: 1 }, { unseen: 0 }])
  channels.ebay.tellOrders()
  await pull('ebay')
  await settle()
  expect(await shown(product.sku)).toEqual([8, 8])
  expect(await knownOf(product.sku)).toMatchObject([{ unseen: 0 }, { unseen: 0 }])
})

it('DESIGN 2: a number that never arrived leaves every sale counted, and both channels agree', async () => {
  const product = await live()
  const { stock } = channels.ebay.channel
  const { set } = stock
  stock.set = async () => {
    stock.set = set
    throw new ChannelError('unavailable', 'No answer came.', { maybeDone: true })
  }
  await count(product, 9)
  await settle()
  channels.ebay.buy(product.sku, 3)
  await dueNow()
  await settle()
  channels.ebay.tellOrders()
  await pull('ebay')
  await settle()
  expect(await shown(product.sku)).toEqual([6, 6])
  expect(await knownOf(product.sku)).toMatchObject([{ unseen: 0 }, { unseen: 0 }])
})
