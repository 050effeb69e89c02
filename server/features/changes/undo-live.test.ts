import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { undoChangeSet } from '#contract/changes/changes.ts'
import { actionNames, operators, qualifiers } from '#contract/mappings/mappings.ts'
import { getProduct } from '#contract/products/products.ts'
import { saveRules } from '#contract/mappings/rule-changes.ts'
import { saveValueMappings } from '#contract/mappings/values.ts'
import { listingsShop } from '../../testing/shop/listings.ts'
import { runChanges } from './run.ts'

const { app, shop, change } = listingsShop()
const on = ['ebay', 'shopify'] as const
let products: { id: number; sku: string }[]
let templateId: number

beforeAll(async () => {
  products = []
  templateId = await shop().template({ variations: ['Color', 'Finish'] })
  for (const color of ['Red', 'Blue', 'sea blue']) {
    const product = await shop().product(templateId, { attributes: [{ name: 'Color', value: color }] })
    await change({ id: product.id, configuration: { dynamicMappingEnabled: true } })
    for (const channel of on) await shop().list(channel, product.id, { sync: true })
    products.push(product)
  }
})

const as = () => ({ as: shop().as })
/** The products as they are kept. */
const storedAt = () =>
  Promise.all(
    products.map(async ({ id }) => {
      const { data } = (await app().call(getProduct, { params: { id }, ...as() })).body
      return { ...data, updatedAt: '' }
    }),
  )
interface Call {
  method: string
  path: string
  body: string
  status: number | null
}
/** The texts and attributes that a request tells its channel of a product, where it is one that does. */
const telling = {
  ebay: ({ method, path, body }: Call, sku: string) =>
    method === 'PUT' && path.endsWith(`/inventory_item/${sku}`) ? JSON.parse(body).product : undefined,
  shopify: ({ body }: Call, sku: string) => {
    const input = body.includes('SaveProduct') && body.includes(`"${sku}"`) && JSON.parse(body).variables.input
    return input ? [input.title, input.descriptionHtml, input.vendor, input.tags] : undefined
  },
}
/** What buyers see, and the last that each channel was told of each product. */
async function live() {
  const all = []
  for (const channel of on) {
    const calls = (await shop().remotes[channel].calls()) as Call[]
    for (const { sku } of products) {
      const requests = calls
        .map((call) => telling[channel](call, sku))
        .filter(Boolean)
        .at(-1)
      all.push({ channel, shown: await shop().onChannel(channel, sku), requests })
    }
  }
  return all
}

const color = fc.constantFrom('Red', 'blue', 'sea', '')
const id = fc.constant('').map(() => randomUUID())
const rule = fc.record({
  uuid: id,
  conditionSets: fc.array(
    fc.record({
      uuid: id,
      conditions: fc.array(
        fc.record({
          uuid: id,
          input: fc.constant('{{Color}}'),
          operator: fc.constantFrom(...operators),
          qualifier: fc.constantFrom(...qualifiers),
          value: color,
        }),
        { minLength: 1, maxLength: 1 },
      ),
    }),
    { maxLength: 1 },
  ),
  actions: fc.array(
    fc.record({
      uuid: id,
      target: fc.constantFrom('', '{{Color}}', '{{Finish}}'),
      action: fc.constantFrom(...actionNames.filter((name) => ['append', 'prepend', 'set value'].includes(name))),
      input: fc.constant(''),
      value: fc.constantFrom('new', 'in {{Color}}', 'Green'),
    }),
    { minLength: 1, maxLength: 2 },
  ),
})
const changes = fc.record({
  applyTo: fc.constantFrom('title', 'description'),
  ownerType: fc.constantFrom('Template', 'Global'),
  rules: fc.array(rule, { minLength: 1, maxLength: 2 }),
  values: fc.array(fc.record({ to: fc.constantFrom('Teal', 'Navy'), from: color }), { maxLength: 2 }),
})

it('whatever rules and value mappings change, their undo is as if nothing had been: in the products, and in what two channels were told and show', async () => {
  const seen = { same: 0, other: 0 }
  const send = async (changeSetId: number) => {
    await runChanges(app().services, { organizationId: shop().ctx.organizationId, changeSetId })
    await shop().send()
  }
  const before = { products: await storedAt(), listings: await live() }
  expect(before.listings.every(({ shown, requests }) => shown.length === 1 && requests)).toBe(true)
  await fc.assert(
    fc.asyncProperty(changes, async ({ applyTo, ownerType, rules, values }) => {
      const name = `Rules ${randomUUID().slice(0, 5)}`
      const tabs = [{ ownerType, applyTo, dynamicMappings: [{ uuid: randomUUID(), name, rules }] }]
      const saved = (await app().call(saveRules, { body: { templateId, tabs } as never, ...as() })).body
      if (!saved.data) throw new Error(`${saved.message} ${JSON.stringify(saved.fields)}`)
      const mappings = [
        {
          uuid: randomUUID(),
          targetName: 'Color',
          values: values.map(({ to, from }) => ({ uuid: randomUUID(), targetValue: to, sourceValues: [from || 'x'] })),
        },
      ]
      const mapping = { uuid: randomUUID(), channel: 'ebay' as const, name, mappings }
      const mapped = await app().call(saveValueMappings, { body: { valueMappings: [mapping] }, ...as() })
      await send(saved.data.id)
      const during = await live()
      seen[JSON.stringify(during) === JSON.stringify(before.listings) ? 'same' : 'other'] += 1

      await app().call(saveValueMappings, {
        body: { valueMappings: [], deleteIds: (mapped.body.data ?? []).map(({ id }) => id) },
        ...as(),
      })
      const back = (await app().call(undoChangeSet, { params: { id: saved.data.id }, body: {}, ...as() })).body
      if (!back.data) throw new Error(back.message)
      await send(back.data.id)
      expect(await storedAt()).toEqual(before.products)
      expect(await live()).toEqual(before.listings)
    }),
    // Always the same changes: how many of them the channels see is a matter of chance.
    { numRuns: 12, endOnFailure: true, seed: 7 },
  )
  // Of changes that no channel saw the undo would prove nothing.
  expect(seen.other).toBeGreaterThan(3)
}, 120_000)
