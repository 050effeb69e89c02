import { expect, it } from 'vitest'
import { ShopifySchema, ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { HttpCall } from '../../call.ts'
import type { ExternalListing } from '../../channel.ts'
import { noConnection } from '../../testing/connection.ts'
import type { ShopifyListing } from './map.ts'
import { revise } from './publish.ts'

const pageInfo = { hasNextPage: false, endCursor: null }
const id = (n: number) => `gid://shopify/ProductVariant/${n}`
const theirs = (n: number, sku: string, options: Record<string, string>) => ({
  id: id(n),
  sku,
  inventoryItem: { id: `i${n}` },
  selectedOptions: Object.entries(options).map(([name, value]) => ({ name, value })),
})

interface Sent {
  files?: { originalSource: string }[]
  tags: string[]
  productOptions: { name: string; values: { name: string }[] }[]
  variants: {
    id?: string
    sku?: string
    inventoryPolicy?: string
    optionValues: { optionName: string; name: string }[]
  }[]
}

/** A shop with one product. @returns what a revise of it says */
async function revised(
  standing: { tags?: string[]; variants: object[]; media?: object },
  listing: Partial<ShopifyListing>,
) {
  const sent: Sent[] = []
  const product = { id: 'p', handle: 'tee', onlineStoreUrl: null, tags: [], media: { nodes: [] }, ...standing }
  const whole = { ...product, variants: { nodes: standing.variants, pageInfo } }
  const http = async ({ json }: HttpCall) => {
    const { query, variables } = json as { query: string; variables: { input: Sent } }
    const isSave = query.includes('SaveProduct(')
    if (isSave) sent.push(variables.input)
    const data = isSave
      ? { productSet: { product: whole, userErrors: [] } }
      : query.includes('VariantsBySku(')
        ? { productVariants: { nodes: [] } }
        : { product: whole }
    return { status: 200, headers: {}, body: { data } }
  }
  const settings = ShopifySettings.parse({ locationId: '1' })
  const connection = { ...noConnection, origins: { shop: 'https://{shop}' }, shop: 's.example', settings, http }
  const [outcome] = await revise(connection, [
    {
      key: 1,
      title: 'Tee',
      description: '',
      currency: 'USD',
      condition: 'New',
      images: [],
      tags: ['soft'],
      vendor: '',
      sizeAndWeight: null,
      variants: [{ sku: 'TEE-S', options: { Size: 'S' }, price: 100, quantity: 1 }],
      fields: ShopifySchema.parse({}),
      external: tee,
      ...listing,
    },
  ])
  return { outcome, sent: sent[0] }
}
const tee: ExternalListing = { externalId: 'p', url: '', parts: { 'TEE-S': { variantId: id(1), productId: 'p' } } }
const sizes = [theirs(1, 'TEE-S', { Size: 'S' }), theirs(2, 'SELLERS', { Size: 'M' })]

it("a revise keeps the seller's own tags, and takes away those of ours that are ours no more", async () => {
  const standing = { tags: ['Summer', 'old', 'soft'], variants: sizes }
  const first = await revised(standing, {})
  expect(first.sent?.tags).toEqual(['soft', 'Summer', 'old'])
  expect(first.outcome).toMatchObject({ ok: true, value: { data: { tags: '["soft"]' } } })
  const next = await revised(standing, { tags: ['new'], external: { ...tee, data: { tags: '["soft","OLD"]' } } })
  expect(next.sent?.tags).toEqual(['new', 'Summer'])
})

it("a revise keeps the seller's own variants, as they are, and whether one sells on when it is empty", async () => {
  const { sent } = await revised({ variants: sizes }, {})
  expect(sent?.variants).toMatchObject([
    { id: id(1), sku: 'TEE-S' },
    { id: id(2), optionValues: [{ optionName: 'Size', name: 'M' }] },
  ])
  expect(sent?.variants[1]).not.toHaveProperty('sku')
  for (const variant of sent?.variants ?? []) expect(variant).not.toHaveProperty('inventoryPolicy')
  expect(sent?.productOptions).toMatchObject([{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }])
})

it('one variant of a product with options keeps its options, though we know of none', async () => {
  const { sent } = await revised(
    { variants: sizes },
    { variants: [{ sku: 'TEE-S', options: {}, price: 100, quantity: 1 }] },
  )
  expect(sent?.variants.map(({ optionValues }) => optionValues)).toEqual([
    [{ optionName: 'Size', name: 'S' }],
    [{ optionName: 'Size', name: 'M' }],
  ])
})

it("a new variant with other options than the seller's own is refused, and nothing is sent", async () => {
  const fresh = { sku: 'TEE-R', options: { Color: 'Red' }, price: 100, quantity: 1 }
  const { outcome, sent } = await revised({ variants: sizes }, { variants: [fresh] })
  expect(sent).toBeUndefined()
  expect(outcome).toMatchObject({
    ok: false,
    error: { kind: 'invalid', fields: { variations: expect.stringContaining('on Shopify: Size') } },
  })
})

it('a variation that is no longer ours leaves the product', async () => {
  const external = { ...tee, parts: { ...tee.parts, 'TEE-M': { variantId: id(2), productId: 'p' } } }
  const { sent } = await revised({ variants: [sizes[0] ?? {}, theirs(2, 'TEE-M', { Size: 'M' })] }, { external })
  expect(sent?.variants.map(({ sku }) => sku)).toEqual(['TEE-S'])
})

it('pictures that Shopify fetched in vain are sent again with the next revise, which says why; others are not', async () => {
  const images = ['https://m.example/a.png', 'https://m.example/b.png']
  const ready = { status: 'READY', mediaErrors: [] }
  const failed = { status: 'FAILED', mediaErrors: [{ message: 'The image could not be downloaded.' }] }
  const first = await revised({ variants: sizes }, { images })
  expect(first.sent?.files).toHaveLength(2)
  const external = first.outcome?.ok ? first.outcome.value : null
  const next = await revised(
    { variants: sizes, media: { nodes: [ready, { ...ready, status: 'PROCESSING' }] } },
    { images, external },
  )
  expect(next.sent).not.toHaveProperty('files')
  expect(next.outcome).not.toHaveProperty('warnings')
  const mended = await revised({ variants: sizes, media: { nodes: [ready, failed] } }, { images, external })
  expect(mended.sent?.files?.map(({ originalSource }) => originalSource)).toEqual(images)
  expect(mended.outcome).toMatchObject({
    ok: true,
    value: { data: { picturesAgain: expect.any(String) } },
    warnings: [
      'Shopify isn’t showing an image that Motto sent: The image could not be downloaded. Motto sent the images again.',
    ],
  })
  const again = mended.outcome?.ok ? mended.outcome.value : null
  const fetching = await revised({ variants: sizes }, { images, external: again })
  expect(fetching.sent).not.toHaveProperty('files')
  expect(fetching.outcome).toMatchObject({ ok: true, value: { data: again?.data } })
  const [other = ''] = images
  const replaced = await revised(
    { variants: sizes, media: { nodes: [ready, failed] } },
    { images: [other], external: again },
  )
  expect(replaced.sent?.files).toHaveLength(1)
  expect(replaced.outcome).not.toHaveProperty('warnings')
  expect(replaced.outcome).not.toHaveProperty('value.data.picturesAgain')
})
