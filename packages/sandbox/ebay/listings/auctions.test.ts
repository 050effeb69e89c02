import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../main.ts'
import { type Api, connect, control, mug, mugOffer } from '../../testing/ebay-session.ts'
import { openSandbox } from '../../testing/open.ts'

const inventory = '/sell/inventory/v1'
const DAY = 86_400

describe('an auction on eBay', () => {
  let sandbox: Sandbox
  let api: Api
  beforeEach(async () => {
    sandbox = await openSandbox()
    ;({ api } = await connect(sandbox))
    await api('PUT', `${inventory}/inventory_item/MUG`, mug())
  })
  afterEach(() => sandbox.stop())

  const start = { auctionStartPrice: { value: '5.00', currency: 'USD' } }
  const offer = (more: object) => {
    const { availableQuantity: _, ...body } = mugOffer('MUG', {
      format: 'AUCTION',
      listingDuration: 'DAYS_3',
      pricingSummary: start,
    }) as Record<string, unknown>
    return api('POST', `${inventory}/offer`, { ...body, ...more })
  }
  const idsOf = ({ body }: { body: unknown }) =>
    (body as { errors: { errorId: number }[] }).errors.map(({ errorId }) => errorId)
  const begin = async () => {
    const { offerId } = (await offer({})).body as { offerId: string }
    const { body } = await api('POST', `${inventory}/offer/${offerId}/publish`, {})
    return { offerId, listingId: (body as { listingId: string }).listingId }
  }
  const shown = async () =>
    (
      (await control(sandbox, 'GET', 'ebay/listings')).body as { price: number; quantity: number; externalId: string }[]
    ).map(({ price, quantity }) => [price, quantity])

  it.each([
    [25762, { availableQuantity: 3 }],
    [25757, { pricingSummary: {} }],
    [25755, { listingDuration: 'GTC' }],
    [25755, { listingDuration: 'DAYS_4' }],
    [25758, { format: 'FIXED_PRICE' }],
  ])('is refused with %i: %j', async (errorId, more) => expect(idsOf(await offer(more))).toEqual([errorId]))

  it('is of one piece, beside an offer at a price, and is over after its days', async () => {
    await api('POST', `${inventory}/offer`, mugOffer('MUG'))
    const { offerId } = await begin()
    expect(await shown()).toEqual([[5, 1]])
    expect((await api('GET', `${inventory}/offer/${offerId}`)).body).not.toHaveProperty('availableQuantity')
    await control(sandbox, 'POST', 'clock', { advance: 3 * DAY - 60 })
    expect(await shown()).toEqual([[5, 1]])
    await control(sandbox, 'POST', 'clock', { advance: 120 })
    expect(await shown()).toEqual([])
  })

  it('keeps its piece: the item cannot be emptied while it runs, and who buys it ends it', async () => {
    await begin()
    const empty = { requests: [{ sku: 'MUG', shipToLocationAvailability: { quantity: 0 } }] }
    const { body } = await api('POST', `${inventory}/bulk_update_price_quantity`, empty)
    expect((body as { responses: object[] }).responses).toMatchObject([
      { statusCode: 400, errors: [{ errorId: 25759 }] },
    ])
    expect(await shown()).toEqual([[5, 1]])
    await control(sandbox, 'POST', 'ebay/buy', { sku: 'MUG', quantity: 1 })
    expect(await shown()).toEqual([])
  })
})
