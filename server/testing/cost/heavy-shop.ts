import { randomUUID } from 'node:crypto'
import { saveListingTemplates } from '#contract/listings/listings.ts'
import { saveRules } from '#contract/mappings/rule-changes.ts'
import { createOrder } from '#contract/orders/create.ts'
import { saveRates } from '#contract/organizations/rates.ts'
import { createProduct, updateProduct } from '#contract/products/products.ts'
import { addAttributes, createTemplate, saveTemplate } from '#contract/templates.ts'
import { createView } from '#contract/views.ts'
import type { Desk } from '../writes/desk.ts'
import { heavyText } from './heaviest.ts'

const SKU = 'HEAVY-1'
const [ATTRIBUTES, AT_ONCE, OPTIONS, VARIATIONS, LINES, RULES] = [480, 100, 100, 250, 200, 300]
const DAY_MS = 86_400_000
const idOf = (data: unknown): number => (data as { id: number }).id
const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

export interface HeavyShop {
  sku: string
  template: number
  product: number
  order: number
}

/** A template, a product, rules, listings and an order that are each about as large as they may be, saved as a seller saves them. */
export async function fillShop(desk: Desk): Promise<HeavyShop> {
  const template = await makeTemplate(desk)
  const product = await makeProduct(desk, template)
  await writeRules(desk, template, product)
  await desk.call(saveRates, {
    body: {
      into: 'USD',
      rates: many(5000, (n) => ({
        currency: 'EUR',
        day: new Date(Date.UTC(2000, 0, 1) + n * DAY_MS).toISOString().slice(0, 10),
        rate: '1.1',
      })),
    },
  })
  const config = { version: 1, page: 'products', type: 'table', widths: {} }
  const filters = { search: many(4, () => heavyText(20_000)) }
  await desk.call(createView, {
    params: { page: 'products' },
    body: { name: 'Mine', config: { ...config, columns: many(300, (n) => `c${n}`), filters } },
  })
  return { sku: SKU, template, product, order: await makeOrder(desk) }
}

async function makeTemplate({ call }: Desk) {
  const id = idOf(await call(createTemplate, { body: { productTemplate: { name: 'Heavy' } } }))
  await call(saveTemplate, { params: { id }, body: { productTemplate: { description: heavyText(400_000) } } })
  const attributes = many(ATTRIBUTES, (n) => ({ name: `A${n}`, options: many(OPTIONS, (k) => `option ${k}`) }))
  for (let from = 0; from < ATTRIBUTES; from += AT_ONCE)
    await call(addAttributes, { body: { templateId: id, attributes: attributes.slice(from, from + AT_ONCE) } })
  await call(addAttributes, { body: { templateId: id, attributes: ['Color'] } })
  return id
}

async function makeProduct({ call }: Desk, templateId: number) {
  const product = {
    templateId,
    sku: SKU,
    title: heavyText(500),
    description: heavyText(499_000),
    notes: heavyText(100_000),
    tags: many(500, (n) => `tag ${n}`.padEnd(39, 'x')),
    attributes: [
      { name: 'Color', value: heavyText(1000) },
      ...many(25, (n) => ({ name: `A${n}`, value: heavyText(99_000) })),
    ],
    variations: many(VARIATIONS, (n) => ({
      name: `V${n}`,
      sku: `${SKU}-${n}`,
      quantity: 3,
      price: 5,
      attributes: [{ name: 'Color', value: `c${n}` }],
    })),
  }
  return idOf(await call(createProduct, { body: { product } }))
}

async function writeRules({ call }: Desk, templateId: number, productId: number) {
  const rule = (n: number) => ({
    uuid: randomUUID(),
    conditionSets: [{ uuid: randomUUID(), conditions: [{ uuid: randomUUID(), input: '{{A1}}', value: `x${n}` }] }],
    actions: [{ uuid: randomUUID(), target: '', action: 'append', value: '{{A1}} {{A2}} {{A3}}' }],
  })
  const tab = (applyTo: string) => ({
    ownerType: 'Template',
    applyTo,
    dynamicMappings: [{ uuid: randomUUID(), name: applyTo, rules: many(RULES, rule) }],
  })
  await call(saveRules, { body: { templateId, tabs: ['title', 'description'].map(tab) } })
  const product = { id: productId, configuration: { dynamicMappingEnabled: true } }
  await call(updateProduct, { body: { product } })
  const schemas = many(9, (n) => ({
    id: `d${n}`,
    name: `Default ${n}`,
    title: '{{A1}}',
    description: heavyText(90_000),
  }))
  await call(saveListingTemplates, { body: { listingTemplates: [{ templateId, channel: 'ebay', schemas }] } })
}

async function makeOrder({ call }: Desk) {
  const items = many(LINES, (n) => ({ sku: `${SKU}-${n}`, quantity: 1, price: 5, itemTitle: heavyText(500) }))
  const order = { source: 'Phone', items, orderDetails: { notes: heavyText(10_000) } }
  return idOf(await call(createOrder, { body: { order } }))
}
