import { beforeAll, describe, expect, it } from 'vitest'
import { saveListingProducts, saveListingTemplates } from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { csvOptionValues, ebayOptionValues, etsyOptionValues } from '#contract/listings/option-values.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { listingsShop } from '../../../testing/shop/listings.ts'
import { CATEGORY } from '../../../testing/shop/shop.ts'

const { app, shop, template } = listingsShop()
const named = (name: string) => (attribute: { name: string }) => attribute.name === name
const ebay = async (query: object) =>
  (await app().call(ebayOptionValues, { as: shop().as, query: query as never })).body.data ?? []

describe('values that a channel takes, for attributes', () => {
  let aspect: { name: string; options: string[] }
  let product: number
  beforeAll(async () => {
    const all =
      (await app().call(lookups.ebay.aspects, { query: { categoryId: CATEGORY }, as: shop().as })).body.data ?? []
    const multiple = all.find(({ aspectValues = [] }) => aspectValues.length > 1)
    aspect = {
      name: multiple?.localizedAspectName ?? '',
      options: (multiple?.aspectValues ?? []).map(({ localizedValue }) => localizedValue),
    }
    product = (await shop().product(template(), { attributes: [{ name: aspect.name.toUpperCase(), value: 'Odd' }] })).id
  })

  it('LST-356 LST-373 of eBay are those of the category that the product would list in, of its own attributes alone', async () => {
    const values = await ebay({ productId: product })
    expect(values.find(named(aspect.name))?.options).toEqual(aspect.options)
    const all = await ebay({ productId: product, getAll: 'true' })
    expect(all.length).toBeGreaterThan(values.length)
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(values.map(({ name }) => name)))
  })
  it('LST-356 of a new product come by its template, and of a category that is named by that alone', async () => {
    const of = { templateId: template(), productId: 0, getAll: 'true' }
    expect((await ebay(of)).find(named(aspect.name))?.options).toEqual(aspect.options)
    const elsewhere = await ebay({ ...of, categoryId: '11450' })
    expect(elsewhere.find(named(aspect.name))?.options ?? []).not.toEqual(aspect.options)
  })
  const onEtsy = async (templateId: number) =>
    (
      await app().call(etsyOptionValues, {
        as: shop().as,
        query: { templateId, productId: 0, getAll: 'true' } as never,
      })
    ).body.data ?? []
  it('LST-360 of Etsy are those of its properties in the category', async () => {
    const values = await onEtsy(template())
    expect(values.filter(({ id = 0, options }) => id > 4 && options.length > 0).length).toBeGreaterThan(0)
  })
  it('LST-277..LST-285 of Etsy hold, with numbers of ours, what every listing has; the editor takes more materials than those', async () => {
    const { id } = await makeTemplate(shop().ctx)
    const values = await onEtsy(id)
    expect(values.map(({ id, name, most }) => [id, name, most]).toSorted()).toEqual([
      [1, 'Product Type', 1],
      [2, 'Materials', 10],
      [3, 'Who Made', 1],
      [4, 'When Made', 1],
    ])
    expect(values.find(({ id }) => id === 1)?.options).toEqual(['physical', 'download', 'both'])
  })
  it('LST-370 of a sheet are what its columns allow', async () => {
    const { body, status } = await app().call(csvOptionValues, {
      as: shop().as,
      query: { templateId: template(), productId: 0, getAll: 'true' } as never,
    })
    expect(status).toBe(200)
    expect(body.data?.map(({ name }) => name)).toContain('SKU')
  })
  it('LST-341 the listing templates that they come from are saved under one address', async () => {
    expect([saveListingTemplates.method, saveListingTemplates.path]).toEqual(['POST', '/listingTemplates/'])
    expect(saveListingProducts.path).toBe('/listingProducts/')
  })
  it('are no neighbour’s, neither by template nor by product', async () => {
    const { as } = await makeSeller(app().services)
    const status = async (query: object) => (await app().call(ebayOptionValues, { as, query: query as never })).status
    expect([await status({ templateId: template() }), await status({ productId: product })]).toEqual([404, 404])
  })
})
