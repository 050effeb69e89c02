import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { preflight } from '#contract/listings/preflight.ts'
import { previewRules, saveRules } from '#contract/mappings/rule-changes.ts'
import { channelValues } from '#contract/mappings/values.ts'
import { listingsShop } from '../../testing/shop/listings.ts'
import type { Batch, Outcome } from '../../threads/pool.ts'

const { app, shop, override, change, template } = listingsShop()

const checked = async (productId: number) =>
  (await app().call(preflight, { as: shop().as, query: { productId, channel: 'ebay' } })).body.data

const appendMount = () => ({
  uuid: randomUUID(),
  name: 'Words',
  rules: [
    {
      uuid: randomUUID(),
      conditionSets: [],
      actions: [{ uuid: randomUUID(), target: '', action: 'append', value: 'for {{Mount}}', input: '' }],
    },
  ],
})
const rulesOf = (templateId: number) => ({
  as: shop().as,
  body: { templateId, tabs: [{ ownerType: 'Template', applyTo: 'title', dynamicMappings: [appendMount()] }] } as never,
})

/** A product whose listing is put together on a thread, as its description is long. */
async function longProduct(templateId = template()) {
  const product = await shop().product(templateId, {
    description: 'A lens that was kept dry. '.repeat(3000),
    attributes: [{ name: 'Mount', value: 'F-mount' }],
  })
  await change({ id: product.id, configuration: { dynamicMappingEnabled: true } })
  await override('ebay', product.id, {})
  return product
}

describe('a listing that is put together on a thread', () => {
  it('is sent with its rules and references resolved, and explains where its values come from', async () => {
    const templateId = await shop().template()
    const { id, sku } = await longProduct(templateId)
    expect((await app().call(saveRules, rulesOf(templateId))).status).toBe(200)
    const batch = vi.spyOn(app().services.threads, 'batch')
    onTestFinished(() => batch.mockRestore())
    const answer = await checked(id)
    expect(batch).toHaveBeenCalledOnce()
    expect(answer?.errors).toEqual({})
    expect(answer?.origins['title']?.map(({ from, name }) => ({ from, name }))).toEqual([
      { from: 'product', name: 'title' },
      { from: 'rule', name: 'Words' },
    ])
    expect((await shop().list('ebay', id)).result).toMatchObject({ status: 'fulfilled' })
    expect(await shop().onChannel('ebay', sku)).toMatchObject([{ title: `Ocean shirt ${sku} for F-mount` }])
  })
})

describe('a listing that takes too long', () => {
  const late: Outcome<never> = { ended: 'late', at: { rule: 'Words' } }
  /** As if the deadline had passed: what a thread does then is proven in the test of the pool. */
  function passDeadlines() {
    const batch: Batch<unknown, never> = { run: async () => late, end: () => undefined }
    const spy = vi.spyOn(app().services.threads, 'batch').mockReturnValue(batch as never)
    onTestFinished(() => spy.mockRestore())
  }
  const words = (sku: string) =>
    `The rule “Words” takes too long for ${sku}. Shorten the rule or the attributes it reads.`

  it('is told by the preview, the listing check and the listing, with the rule, the product and what to do', async () => {
    const templateId = await shop().template()
    const { id, sku } = await longProduct(templateId)
    passDeadlines()
    expect((await app().call(previewRules, rulesOf(templateId))).body.data).toMatchObject({
      failing: 1,
      problems: [{ productId: id, sku, state: 'failed', error: words(sku) }],
    })
    expect((await app().call(saveRules, rulesOf(templateId))).status).toBe(200)
    expect((await checked(id))?.errors).toEqual({ title: words(sku) })
    expect((await shop().list('ebay', id)).result).toMatchObject({ status: 'rejected', fields: { title: words(sku) } })
    expect(await shop().onChannel('ebay', sku)).toEqual([])
  })

  it('keeps no other product from being listed', async () => {
    const long = await longProduct()
    const short = await shop().product(template(), {})
    await override('ebay', short.id, {})
    passDeadlines()
    const query = { templateId: template(), channel: 'ebay' as const }
    expect((await app().call(channelValues, { as: shop().as, query })).status).toBe(200)
    expect((await shop().list('ebay', long.id)).result).toMatchObject({ status: 'rejected' })
    expect((await shop().list('ebay', short.id)).result).toMatchObject({ status: 'fulfilled' })
  })
})
