import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/products/products.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'

let app: TestApp
let as: string
let templateId: number
beforeAll(async () => {
  app = await testApp()
  const seller = await makeSeller(app.services)
  as = seller.as
  templateId = (await makeTemplate(seller.ctx)).id
})
afterAll(() => app.stop())

type Given = Record<string, unknown>
const make = (product: Given) =>
  app.call(contract.createProduct, {
    as,
    body: { product: { templateId, title: 'Lamp', description: '<p>Lamp</p>', ...product } as never },
  })
const get = async (id = 0) => (await app.call(contract.getProduct, { as, params: { id } })).body.data

describe('SKUs as suppliers write them', () => {
  const plain = [
    'A B',
    'A/B',
    '/A',
    'A+B',
    'A%2FB',
    '100%',
    'A?b=1',
    'A#1',
    'A&B',
    "O'Neil",
    '"A"',
    'A\\B',
    'A;B',
    'A,B',
  ]
  const strange = ['<b>A</b>', '{{A}}', '*', '_', '%_%', 'a..b', '../A', 'null', '0', 'undefined']
  const foreign = ['ÄÖÜ-ß', '日本-1', '💡-9', 'שלום']
  const skus = [...plain, ...strange, ...foreign]
  it.each(skus)('are found by their address and in the list: %s', async (sku) => {
    const made = await make({ sku })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const id = made.body.data?.id
    expect((await get(id))?.sku).toBe(sku)
    expect((await app.call(contract.getProductBySku, { as, params: { sku } })).body.data).toEqual({ id })
    const listed = await app.call(contract.listProducts, { as, query: { skus: [sku] } as never })
    expect(listed.body.data?.data.map((product) => product.sku)).toEqual([sku])
  })
})

it('texts in every script come back as they were given, to the sign', async () => {
  const signs = ['👩‍👩‍👧‍👦 e\u0301', 'مصباح “LED” ‏5W', 'שלום\u200f!', '1 < 2 && "x" > \'y\'', '𝕷𝖆𝖒𝖕', 'Z̸a̷l̶g̵o̶']
  for (const [n, text] of signs.entries()) {
    const input = {
      sku: `TEXT-${n}`,
      notes: text,
      vendor: text,
      bin: text,
      attributes: [{ name: `Name ${text}`, value: text }],
      variations: [{ name: text, sku: `TEXT-${n}-1`, attributes: [{ name: 'Size', value: text }] }],
    }
    const { body } = await make(input)
    const stored = await get(body.data?.id)
    expect(stored).toMatchObject({ notes: text, vendor: text, bin: text })
    expect(stored?.attributes.find(({ name }) => name === `Name ${text}`)?.value).toBe(text)
    expect(stored?.variations).toMatchObject([{ name: text, attributes: [{ value: text }] }])
  }
})

it('what is far too much is refused at its field, and nothing of it is kept', async () => {
  const megabyte = 1024 * 1024
  const count = async () => (await app.call(contract.listProducts, { as })).body.data?.items
  const before = await count()
  const tries: [string, Given][] = [
    ['product.description', { description: `<p>${'a'.repeat(megabyte)}</p>` }],
    ['product.description', { description: '<div>'.repeat(megabyte / 5) }],
    ['product.title', { title: 'T'.repeat(megabyte) }],
    ['product.attributes', { attributes: Array.from({ length: 10_000 }, (_, n) => ({ name: `A${n}`, value: 'x' })) }],
    [
      'product.variations',
      { variations: Array.from({ length: 10_000 }, (_, n) => ({ name: `V${n}`, sku: `V-${n}` })) },
    ],
    ['product.sku', { sku: 'S'.repeat(10_000) }],
    // No address would lead to it.
    ['product.sku', { sku: '..' }],
    ['product.variations.0.sku', { variations: [{ name: 'S', sku: '.' }] }],
    [
      'product.images',
      { images: Array.from({ length: 1000 }, (_, n) => ({ url: `https://images.example.com/${n}` })) },
    ],
  ]
  for (const [field, value] of tries) {
    const { status, body } = await make({ sku: 'TOO-MUCH', ...value })
    expect([status, Object.keys(body.fields ?? {})], `${field}: ${body.message}`).toEqual([400, [field]])
  }
  expect(await count()).toBe(before)
})
