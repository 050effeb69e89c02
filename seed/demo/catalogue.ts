import sharp from 'sharp'
import { createProduct, allSkus } from '#contract/products/products.ts'
import { createTemplate, getTemplate, listTemplates, saveTemplate } from '#contract/templates.ts'
import type { Client } from './client.ts'
import { draw } from './drawings.ts'
import { kinds, type PlannedProduct } from './plan.ts'
import type { Kind } from './kind.ts'
import { inLanes } from './random.ts'

export type Templates = Map<Kind['id'], number>

/** Makes the templates that are missing. */
export async function makeTemplates(client: Client): Promise<Templates> {
  const known = new Map((await client.call(listTemplates)).map(({ id, name }) => [name, id]))
  const made = await inLanes(kinds, 2, async (kind): Promise<[Kind['id'], number]> => {
    const id = known.get(kind.name) ?? (await makeTemplate(client, kind))
    return [kind.id, id]
  })
  return new Map(made)
}

async function makeTemplate(client: Client, kind: Kind): Promise<number> {
  const { id } = await client.call(createTemplate, {
    body: { productTemplate: { name: kind.name, description: kind.details } },
  })
  const begun = await client.call(getTemplate, { params: { id } })
  const builtIn = begun.attributes.map((attribute) =>
    attribute.name === 'Brand' ? { ...attribute, constraint: 'required' as const } : attribute,
  )
  const attributes = [
    ...builtIn,
    ...kind.attributes.map((attribute) => ({ ...attribute, options: [...(attribute.options ?? [])] })),
  ]
  await client.call(saveTemplate, {
    params: { id },
    body: {
      productTemplate: {
        details: kind.details,
        tags: kind.productType.toLowerCase(),
        variations: kind.sizes ? ['Size'] : [],
        attributes,
        sizeAndWeight: {
          weightUnit: 'lb',
          sizeUnit: 'in',
          weight: kind.weight,
          width: null,
          length: null,
          height: null,
        },
      },
    },
  })
  return id
}

const nameOf = ({ kind, color }: PlannedProduct) => `${kind.id}-${color}`.toLowerCase()

/** Draws and uploads a picture of each kind in each colour, and one from closer. @returns their addresses by name */
async function makePictures(client: Client, products: readonly PlannedProduct[]): Promise<Map<string, string[]>> {
  const pictured = [...new Map(products.map((product) => [nameOf(product), product])).values()]
  const uploaded = await inLanes(pictured, 3, async (product): Promise<[string, string[]]> => {
    const views = await inLanes([false, true], 1, async (close) => {
      const picture = await sharp(Buffer.from(draw(product.kind.id, product.color, close)))
        .jpeg({ quality: 86 })
        .toBuffer()
      return client.upload(new Uint8Array(picture), `${nameOf(product)}.jpg`)
    })
    return [nameOf(product), views]
  })
  return new Map(uploaded)
}

/** Makes the products that are missing. @param sold pieces of the past year by SKU */
export async function makeProducts(
  client: Client,
  templates: Templates,
  planned: readonly PlannedProduct[],
  sold: ReadonlyMap<string, number>,
): Promise<void> {
  const known = new Set(await client.call(allSkus, { query: { limit: 5000 } }))
  const missing = planned.filter(({ sku }) => !known.has(sku))
  if (missing.length === 0) return
  const pictures = await makePictures(client, missing)
  await inLanes(missing, 4, (product) => {
    const { kind, sku, title, description, price, tags, vendor, condition, quantity, bin } = product
    const attributes = Object.entries({ Brand: vendor, ...product.attributes }).map(([name, value]) => ({
      name,
      value,
    }))
    return client.call(createProduct, {
      body: {
        product: {
          templateId: templates.get(kind.id) ?? 0,
          sku,
          title,
          description,
          price: price / 100,
          cost: Math.round(price * 0.42) / 100,
          msrp: Math.round(price * 1.25) / 100,
          tags,
          vendor,
          condition,
          quantity,
          sold: sold.get(sku) ?? 0,
          warehouse: 'Portland',
          location: 'Main Floor',
          bin,
          attributes,
          images: (pictures.get(nameOf(product)) ?? []).map((url) => ({ url })),
          variations: product.variations.map((v) => ({ ...v, attributes: [{ name: 'Size', value: v.name }] })),
        },
      },
    })
  })
}
