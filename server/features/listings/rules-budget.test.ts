import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { preflight } from '#contract/listings/preflight.ts'
import { previewRules, saveRules } from '#contract/mappings/rule-changes.ts'
import { channelValues } from '#contract/mappings/values.ts'
import { listingsShop } from '../../testing/shop/listings.ts'

const { app, shop, override, change } = listingsShop()

const checked = async (productId: number) =>
  (await app().call(preflight, { as: shop().as, query: { productId, channel: 'ebay' } })).body.data

describe('rules that make an attribute long and split it again and again', () => {
  const action = (target: string, name: string, value = '', input = '') => ({
    uuid: randomUUID(),
    target,
    action: name,
    value,
    input,
  })
  const rule = (...actions: object[]) => ({ uuid: randomUUID(), conditionSets: [], actions })
  const mapping = {
    uuid: randomUUID(),
    name: 'Words',
    rules: [
      rule(...Array.from({ length: 5 }, () => action('{{Log}}', 'append', '', 'Log'))),
      ...Array.from({ length: 30 }, () =>
        rule(...Array.from({ length: 50 }, () => action('{{Part}}', 'split by', ' ', 'Log'))),
      ),
    ],
  }
  const words = (sku: string) =>
    `The rule “Words” makes more text for ${sku} than Motto works with. Shorten the rule or the attributes it reads.`

  it('are told by the preview, the listing check and the listing, with the product and what to do; values are still read', async () => {
    const templateId = await shop().template()
    const { id, sku } = await shop().product(templateId, {
      attributes: [{ name: 'Log', value: 'ab '.repeat(3333) }],
    })
    await change({ id, configuration: { dynamicMappingEnabled: true } })
    const tabs = [{ ownerType: 'Template', applyTo: 'title', dynamicMappings: [mapping] }]
    const request = { as: shop().as, body: { templateId, tabs } as never }
    expect((await app().call(previewRules, request)).body.data).toMatchObject({
      failing: 1,
      problems: [{ productId: id, sku, state: 'failed', error: words(sku) }],
    })
    expect((await app().call(saveRules, request)).status).toBe(200)
    await override('ebay', id, {})
    expect((await checked(id))?.errors).toEqual({ title: words(sku) })
    const values = await app().call(channelValues, { query: { templateId, channel: 'ebay' }, as: shop().as })
    expect(values.body.data).toMatchObject({ products: 1, capped: false })
    expect((await shop().list('ebay', id)).result).toMatchObject({ status: 'rejected', fields: { title: words(sku) } })
    expect(await shop().onChannel('ebay', sku)).toEqual([])
    await change({ id, attributes: [{ name: 'Log', value: '' }] })
    expect((await checked(id))?.errors).toEqual({})
  })
})
