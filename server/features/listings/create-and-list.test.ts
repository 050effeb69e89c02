import { beforeAll, expect, it } from 'vitest'
import * as contract from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { getProduct } from '#contract/products/products.ts'
import { getTemplate, listTemplates } from '#contract/templates.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { makeSeller } from '#seed/make.ts'
import type { TestApp } from '../../testing/setup/app.ts'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'
import { checkIntegrationJob } from '../integrations/jobs.ts'
import { CATEGORY, type Shop, openShop } from '../../testing/shop/shop.ts'

const on = sandboxedApp()
let sandbox: Sandbox
let app: TestApp
let shop: Shop
beforeAll(async () => {
  ;({ app, sandbox } = on)
  shop = await openShop(app, sandbox)
  // What the job after a consent does: policies and locations are read off the accounts.
  for (const channel of ['ebay', 'shopify'] as const)
    await checkIntegrationJob(app.services, {
      organizationId: shop.ctx.organizationId,
      integrationId: await shop.integrationId(channel),
    })
})

const picture = { url: 'https://pictures.example/shirt.jpg', source: 'cloudinary' }
async function body(sku: string, templateName = 'T-Shirts') {
  const aspects =
    (await app.call(lookups.ebay.aspects, { query: { categoryId: CATEGORY }, as: shop.as })).body.data ?? []
  const required = aspects.filter((a) => a.aspectConstraint.aspectRequired)
  return {
    product: {
      sku,
      title: 'Linen shirt, indigo',
      description: '<p>Linen shirt, indigo</p>',
      price: 19.99,
      quantity: 7,
      images: [picture],
      attributes: required.map((a) => ({
        name: a.localizedAspectName,
        value: a.aspectValues?.[0]?.localizedValue ?? 'Plain',
      })),
    },
    template: {
      name: templateName,
      attributes: required.map((a) => ({
        name: a.localizedAspectName,
        options: (a.aspectValues ?? []).map((v) => v.localizedValue),
      })),
    },
    channels: [
      { channel: 'ebay' as const, schema: { ebayCategoryIds: CATEGORY }, overrides: { selectedCategoryIds: CATEGORY } },
      { channel: 'shopify' as const },
    ],
  }
}
const create = async (input: Awaited<ReturnType<typeof body>>, as = shop.as) =>
  app.call(contract.createAndList, { body: input, as })
const templates = async () => (await app.call(listTemplates, { as: shop.as })).body.data ?? []
const bothListings = async (id: number) =>
  (await app.call(contract.listListingProducts, { query: { productId: id }, as: shop.as })).body.data ?? []

it('one call makes the template, its listing templates and the product, and both channels then show it', async () => {
  const input = await body('FIRST-1')
  const answer = await create(input)
  expect(answer.body.message).toBe('OK')
  const { id = 0, templateId = 0 } = answer.body.data ?? {}
  await shop.send()
  expect((await bothListings(id)).map((l) => l.result)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
  ])
  expect(await bothListings(id)).toMatchObject([
    { channel: 'ebay', status: 'listed', pushedQuantity: 7, listSettings: { list: true, sync: true } },
    { channel: 'shopify', status: 'listed', pushedQuantity: 7, listSettings: { list: true, sync: true } },
  ])
  expect((await shop.onChannel('ebay', 'FIRST-1'))[0]).toMatchObject({ price: 19.99, quantity: 7 })
  expect((await shop.onChannel('shopify', 'FIRST-1'))[0]).toMatchObject({ price: 19.99, quantity: 7 })
  const template = (await app.call(getTemplate, { params: { id: templateId }, as: shop.as })).body.data
  expect(template?.name).toBe('T-Shirts')
  expect(template?.attributes.filter((a) => a.constraint === 'required').map((a) => a.name)).toEqual(
    expect.arrayContaining(input.product.attributes.map((a) => a.name).filter((name) => name !== 'Brand')),
  )
  const product = (await app.call(getProduct, { params: { id }, as: shop.as })).body.data
  expect(product).toMatchObject({ readiness: 'ready', quantity: 7, price: 19.99 })
})

it('the next one of the same kind uses the template that is there', async () => {
  const { id: first } = (await create(await body('SECOND-1', 'Shirts again'))).body.data ?? {}
  const before = (await templates()).length
  const { id = 0 } = (await create(await body('SECOND-2', 'shirts AGAIN'))).body.data ?? {}
  expect((await templates()).length).toBe(before)
  expect(id).not.toBe(first)
  await shop.send()
  expect((await bothListings(id)).map((l) => l.status)).toEqual(['listed', 'listed'])
})

it('a taken SKU leaves nothing behind: no template, no product', async () => {
  await create(await body('TAKEN-1'))
  const before = await templates()
  const answer = await create(await body('TAKEN-1', 'Never made'))
  expect(answer).toMatchObject({ status: 409, body: { code: 'sku_taken' } })
  expect((await templates()).map((t) => t.name)).toEqual(before.map((t) => t.name))
})

it('a channel that is not connected refuses the whole, and nothing is made', async () => {
  const stranger = await makeSeller(app.services)
  const answer = await create(await body('ELSEWHERE-1'), stranger.as)
  expect(answer.body.code).toBe('integration_missing')
  expect((await app.call(listTemplates, { as: stranger.as })).body.data).toEqual([])
})

it('switching channels on makes default listing templates where there are none, and keeps those there are', async () => {
  const { id = 0 } =
    (await create({ ...(await body('SWITCH-1', 'Switched')), channels: [{ channel: 'shopify' } as never] })).body
      .data ?? {}
  const on = () =>
    app.call(contract.switchOnChannels, { body: { productId: id, channels: ['ebay', 'shopify'] }, as: shop.as })
  expect((await on()).body.data).toMatchObject([
    { channel: 'ebay', selectedSchemaId: 'default', listSettings: { list: true, sync: true } },
    { channel: 'shopify', selectedSchemaId: 'default', listSettings: { list: true, sync: true } },
  ])
  const again = (await on()).body.data ?? []
  const ids = again.map((l) => l.listingTemplateId)
  expect(ids.every((templateId) => templateId !== null)).toBe(true)
  expect((await on()).body.data?.map((l) => l.listingTemplateId)).toEqual(ids)
})
