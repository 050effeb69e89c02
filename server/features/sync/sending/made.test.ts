import { expect, it } from 'vitest'
import { type Channel, ChannelError, type ExternalListing } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { syncShop } from '../../../testing/setup/sync.ts'

const { app, shop, template, row } = syncShop()

const made: ExternalListing = { externalId: 'draft-1', url: '', state: 'draft', data: { step: 'pictures' }, parts: {} }

it('what a failed publish left on the channel is kept, and the next try goes on with it', async () => {
  const channel = channelOf('shopify')
  const { publish } = channel.listings
  const args: unknown[] = []
  const failing: Channel['listings']['publish'] = async (_c, batch) => {
    args.push(...batch.map(({ external }) => external))
    return batch.map(() => ({
      ok: false,
      error: new ChannelError('invalid', 'The second picture is too small.'),
      made,
    }))
  }
  channel.listings.publish = failing
  const product = await shop().product(template())
  const refused = await shop().list('shopify', product.id, { sync: true })
  expect(refused).toMatchObject({ status: 'error', externalId: '', result: { status: 'rejected' } })
  expect((await row(product.id)).external).toEqual(made)
  channel.listings.publish = (c, batch) => {
    args.push(...batch.map(({ external }) => external))
    return publish(c, batch)
  }
  const listed = await shop().list('shopify', product.id, { sync: true })
  expect(listed).toMatchObject({ status: 'listed', externalId: expect.stringMatching(/./) })
  expect(args).toEqual([null, made])
})

it('what listing costs is told before', async () => {
  const channel = channelOf('shopify')
  const { check } = channel
  channel.check = (...args) => ({
    ...check(...args),
    costs: [{ amount: 20, currency: 'USD', why: 'Listing fee, for four months' }],
  })
  const product = await shop().product(template())
  await shop().list('shopify', product.id)
  const answer = await app().call(preflight, {
    query: { productId: product.id, channel: 'shopify' },
    as: shop().as,
  })
  expect(answer.body.data?.costs).toEqual([{ amount: '0.20', currency: 'USD', why: 'Listing fee, for four months' }])
})
