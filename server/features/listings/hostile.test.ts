import { describe, expect, it } from 'vitest'
import { lookups } from '#contract/integrations/lookups.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { channelValues } from '#contract/mappings/values.ts'
import { listingsShop } from '../../testing/shop/listings.ts'
import { CATEGORY, type Sold } from '../../testing/shop/shop.ts'

const { app, shop, template, override, change, sandbox } = listingsShop()

const checked = async (channel: Sold, productId: number) => {
  const { status, body } = await app().call(preflight, { as: shop().as, query: { productId, channel } })
  return { status, data: body.data, errors: body.data?.errors ?? {} }
}
/** The product's clock goes on: what was remembered of a channel is asked anew. */
function wait(hours: number) {
  const { clock } = app().services
  const from = clock.now.bind(clock)
  app().services.clock = {
    now: () => new Date(from().getTime() + hours * 3_600_000),
    random: () => clock.random(),
    uuid: () => clock.uuid(),
  }
}
const takeCategory = (channel: Sold) =>
  fetch(`${sandbox().url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel, kind: 'take_category' }),
  })

describe.each([
  ['eBay', 'ebay', 'ebayCategoryIds', '11484', lookups.ebay.aspectsMany, 'categoryIds', CATEGORY],
  ['Etsy', 'etsy', 'taxonomyIds', '1062', lookups.etsy.propertiesMany, 'taxonomyIds', '482'],
] as const)('a category that %s takes away overnight', (name, channel, field, other, lookup, query, removed) => {
  it('is told at its field with the remedy, and nothing else breaks: what stands there stays and follows its stock', async () => {
    const before = await shop().product(template())
    await shop().list(channel, before.id, { sync: true })
    const waiting = await shop().product(template())
    await override(channel, waiting.id, {})
    expect((await checked(channel, waiting.id)).errors).toEqual({})
    await takeCategory(channel)
    wait(2)
    const sentence = `${name} no longer has this category. Choose another.`
    for (const { id } of [waiting, before])
      expect(await checked(channel, id)).toMatchObject({ status: 200, errors: { [field]: sentence } })
    expect(Object.keys((await checked(channel, waiting.id)).errors)).toEqual([field])

    // The channel refuses it too, at the same field; the other listing is told its number all the same.
    const refused = await shop().list(channel, waiting.id)
    expect(refused).toMatchObject({ status: 'error', result: { status: 'rejected', fields: { [field]: /./ } } })
    await change({ id: before.id, quantity: 4 })
    await shop().send()
    expect(await shop().onChannel(channel, before.sku)).toMatchObject([{ quantity: 4 }])
    expect(await shop().listing(channel, before.id)).toMatchObject({ externalId: expect.stringMatching(/./) })

    // Editors ask about several categories at once: one that is removed does not take the others with it.
    const answer = await app().call(lookup as typeof lookups.ebay.aspectsMany, {
      query: { [query]: `${removed},${other}` } as never,
      as: shop().as,
    })
    expect([answer.status, Object.keys(answer.body.data ?? {}).toSorted()]).toEqual([200, [removed, other].toSorted()])
    expect((answer.body.data as Record<string, unknown[]>)[removed]).toEqual([])
    expect((answer.body.data as Record<string, unknown[]>)[other]?.length).toBeGreaterThan(0)
    const values = await app().call(channelValues, { query: { templateId: template(), channel }, as: shop().as })
    expect(values.status).toBe(200)

    await override(channel, waiting.id, { [field]: other })
    expect((await checked(channel, waiting.id)).errors).not.toHaveProperty(field)
  })
})
