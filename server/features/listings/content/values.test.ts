import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lookups } from '#contract/integrations/lookups.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { channelValues, listValueMappings, saveValueMappings } from '#contract/mappings/values.ts'
import { makeSeller } from '#seed/make.ts'
import { listingsShop } from '../../../testing/shop/listings.ts'
import { CATEGORY } from '../../../testing/shop/shop.ts'
import { remapJob } from '../remap.ts'

const { app, shop, template } = listingsShop()

/** An item specific of the category that takes nothing but its values, and that nobody must fill. */
async function listed() {
  const aspects =
    (await app().call(lookups.ebay.aspects, { query: { categoryId: CATEGORY }, as: shop().as })).body.data ?? []
  const aspect = aspects.find(
    ({ aspectConstraint: rule, aspectValues = [] }) =>
      rule.aspectMode === 'SELECTION_ONLY' && !rule.aspectRequired && aspectValues.length > 1,
  )
  if (!aspect) throw new Error('no such item specific')
  return { name: aspect.localizedAspectName, value: aspect.aspectValues?.[0]?.localizedValue ?? '' }
}
const map = async (targetName: string, values: Record<string, string[]>, more: object = {}) => {
  const entries = Object.entries(values).map(([targetValue, sourceValues]) => ({
    uuid: randomUUID(),
    targetValue,
    sourceValues,
  }))
  const deleteIds = ((await app().call(listValueMappings, { as: shop().as, query: {} })).body.data ?? []).map(
    ({ id }) => id,
  )
  const valueMappings = [
    {
      uuid: randomUUID(),
      channel: 'ebay' as const,
      name: 'Words',
      mappings: [{ uuid: randomUUID(), targetName, values: entries }],
      ...more,
    },
  ]
  return app().call(saveValueMappings, { as: shop().as, body: { valueMappings, deleteIds } })
}
const checked = async (productId: number) =>
  (await app().call(preflight, { as: shop().as, query: { productId, channel: 'ebay' } })).body.data
/** Runs the jobs that the last save left. */
async function remap() {
  const { boss } = app().services.queue
  const jobs = await boss.findJobs('listings.remap', { data: { organizationId: shop().ctx.organizationId } })
  const job = jobs.toSorted((a, b) => Number(b.createdOn) - Number(a.createdOn))[0]
  await remapJob(app().services, job?.data as Parameters<typeof remapJob>[1])
}

describe('a value mapping', () => {
  it('MAP-002 lets a listing pass the preflight and is published; its origin names it', async () => {
    const { name, value } = await listed()
    const { id, sku } = await shop().product(template(), { attributes: [{ name, value: 'Strange' }] })
    await shop().list('ebay', id)
    expect((await shop().listing('ebay', id)).result?.fields).toHaveProperty([`aspects.${name}`])
    await map(name, { [value]: ['strange'] })
    const listing = await checked(id)
    expect(listing?.errors).toEqual({})
    expect(listing?.origins[`aspects.${name}`]?.map(({ from, value: of }) => [from, of])).toEqual([
      ['attribute', 'Strange'],
      ['mapping', value],
    ])
    expect((await shop().list('ebay', id)).result?.status).toBe('fulfilled')
    expect((await shop().onChannel('ebay', sku)).length).toBe(1)
  })
  it('that changes marks the live listings concerned, and no others', async () => {
    const { name, value } = await listed()
    await map(name, {})
    const live = async (of: string) => {
      const { id } = await shop().product(template(), { attributes: [{ name: 'Grade', value: of }] })
      await shop().list('ebay', id, { sync: true })
      return async () => (await shop().listing('ebay', id)).pending
    }
    const [first, other] = [await live('blk'), await live('Grey')]
    await map('Grade', { Black: ['BLK'] })
    await remap()
    expect([await first(), await other()]).toEqual(['revise', null])
    await shop().send()
    await map('Grade', { Black: ['BLK'] }, { description: 'Only told otherwise' })
    expect([await first(), await other()]).toEqual([null, null])
    expect(value).not.toBe('')
  })
})

describe("a template's values", () => {
  it('come with what the channel allows, and with how many products have each', async () => {
    const { name, value } = await listed()
    const own = await shop().template()
    await shop().product(own, { attributes: [{ name, value: 'Odd' }] })
    await shop().product(own, { attributes: [{ name, value: 'Odd' }] })
    await shop().product(own, { attributes: [{ name, value }] })
    const { body } = await app().call(channelValues, { as: shop().as, query: { templateId: own, channel: 'ebay' } })
    expect(body.data).toMatchObject({ products: 3, capped: false })
    const field = body.data?.fields.find((candidate) => candidate.name === name)
    expect(field).toMatchObject({ required: false, strict: true, more: 0 })
    expect(field?.options).toContain(value)
    expect(field?.values).toEqual([
      { value: 'Odd', products: 2, live: 0 },
      { value, products: 1, live: 0 },
    ])
    expect(body.data?.fields.find((candidate) => candidate.name === 'Condition')?.options).toContain('New')
  })
  it('of a channel without lists are those of its fields', async () => {
    const query = { templateId: template(), channel: 'shopify' as const }
    const { status, body } = await app().call(channelValues, { as: shop().as, query })
    expect([status, body.data?.fields.every(({ options }) => options.length === 0)]).toEqual([200, true])
  })
  it('are no neighbour’s', async () => {
    const neighbour = await makeSeller(app().services)
    const query = { templateId: template(), channel: 'ebay' as const }
    expect((await app().call(channelValues, { as: neighbour.as, query })).status).toBe(404)
  })
})
