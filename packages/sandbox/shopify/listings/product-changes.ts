import { problem, type UserProblem } from '../api/problems.ts'
import { price, sortedTags } from './product-texts.ts'
import {
  find,
  item,
  legacyId,
  moment,
  products,
  save,
  type CollectionRow,
  type Env,
  type ProductRow,
  type PublicationRow,
  type VariantRow,
} from '../state.ts'
import { category } from './taxonomy.ts'
import { tellProduct } from '../webhooks/product-hooks.ts'
import { notify } from '../webhooks/webhooks.ts'

interface Changed {
  productId: string | null
  userErrors: UserProblem[]
}
export interface UpdateInput {
  id?: string | null
  title?: string | null
  handle?: string | null
  descriptionHtml?: string | null
  vendor?: string | null
  productType?: string | null
  status?: string | null
  tags?: string[] | null
  category?: string | null
  templateSuffix?: string | null
  seo?: { title?: string | null; description?: string | null } | null
  collectionsToJoin?: string[] | null
  collectionsToLeave?: string[] | null
}
const refused = (field: string[], message: string, code?: string): Changed => ({
  productId: null,
  userErrors: [problem(field, message, code)],
})

export function updateProduct(env: Env, old: ProductRow | undefined, input: UpdateInput): Changed {
  if (!old) return refused(['id'], 'Product does not exist')
  if (input.title !== undefined && !input.title?.trim()) return refused(['title'], "Title can't be blank")
  if ((input.title?.length ?? 0) > 255) return refused(['title'], 'Title is too long (maximum is 255 characters)')
  if (input.handle && products(env).some((product) => product.handle === input.handle && product.id !== old.id))
    return refused(['handle'], 'Handle has already been taken')
  if (input.category && !category(input.category)) return refused(['category'], 'Category is invalid')
  const unknown = [...(input.collectionsToJoin ?? []), ...(input.collectionsToLeave ?? [])].some(
    (id) => !find<CollectionRow>(env, 'collection', id),
  )
  if (unknown) return refused(['collectionsToJoin'], 'Collection does not exist')
  const left = old.collections.filter((id) => !input.collectionsToLeave?.includes(id))
  const saved: ProductRow = {
    ...old,
    title: input.title?.trim() ?? old.title,
    handle: input.handle ?? old.handle,
    descriptionHtml: input.descriptionHtml ?? old.descriptionHtml,
    vendor: input.vendor ?? old.vendor,
    productType: input.productType ?? old.productType,
    status: input.status ?? old.status,
    tags: input.tags ? sortedTags(input.tags) : old.tags,
    category: input.category === undefined ? old.category : input.category,
    templateSuffix: input.templateSuffix === undefined ? old.templateSuffix : input.templateSuffix,
    seo: input.seo ? { title: input.seo.title ?? null, description: input.seo.description ?? null } : old.seo,
    collections: [...new Set([...left, ...(input.collectionsToJoin ?? [])])],
    updatedAt: moment(env),
  }
  save(env, 'product', saved)
  tellProduct(env, 'PRODUCTS_UPDATE', saved)
  return { productId: saved.id, userErrors: [] }
}

/** Final: the variants' inventory items go too. */
export function deleteProduct(env: Env, id: string): Changed {
  const product = find<ProductRow>(env, 'product', id)
  if (!product) return refused(['id'], 'Product does not exist')
  for (const variant of product.variants) env.context.store.delete('item', variant.itemId)
  env.context.store.delete('product', id)
  notify(env, 'PRODUCTS_DELETE', { id: Number(legacyId(id)), admin_graphql_api_id: id })
  return { productId: id, userErrors: [] }
}

interface PublicationInput {
  publicationId?: string | null
  publishDate?: string | null
}
/** Shows a product or a collection on sales channels, or hides it there. */
export function setPublished(env: Env, id: string, input: PublicationInput[], published: boolean): UserProblem[] {
  const product = find<ProductRow>(env, 'product', id)
  const collection = find<CollectionRow>(env, 'collection', id)
  if (!product && !collection) return [problem(['id'], 'Resource does not exist')]
  const missing = input.findIndex(
    (publication) => !publication.publicationId || !find<PublicationRow>(env, 'publication', publication.publicationId),
  )
  if (missing >= 0)
    return [problem(['input', String(missing), 'publicationId'], 'Publication does not exist or is not publishable')]
  const ids = input.map((publication) => publication.publicationId ?? '')
  if (collection) {
    const others = collection.publications.filter((publicationId) => !ids.includes(publicationId))
    save(env, 'collection', {
      ...collection,
      publications: published ? [...others, ...ids] : others,
    } satisfies CollectionRow)
  }
  if (product) {
    const publications = { ...product.publications }
    for (const publicationId of ids) {
      if (published) publications[publicationId] ??= moment(env)
      else delete publications[publicationId]
    }
    const saved: ProductRow = { ...product, publications, updatedAt: moment(env) }
    save(env, 'product', saved)
    tellProduct(env, 'PRODUCTS_UPDATE', saved)
  }
  return []
}

export interface BulkVariant {
  id?: string | null
  price?: string | null
  compareAtPrice?: string | null
  barcode?: string | null
  taxable?: boolean | null
  inventoryPolicy?: string | null
  inventoryItem?: {
    sku?: string | null
    tracked?: boolean | null
    requiresShipping?: boolean | null
    cost?: string | null
    measurement?: { weight?: { value: number; unit: string } | null } | null
  } | null
}
/** @param partial whether the good ones are changed although others are refused */
export function bulkUpdate(
  env: Env,
  productId: string,
  inputs: BulkVariant[],
  partial: boolean,
): Changed & { variantIds: string[] | null } {
  const product = find<ProductRow>(env, 'product', productId)
  if (!product)
    return { ...refused(['productId'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST'), variantIds: null }
  const userErrors = inputs.flatMap((input, place): UserProblem[] => {
    const at = ['variants', String(place)]
    if (!input.id)
      return [problem([...at, 'id'], 'Product variant is missing ID attribute', 'PRODUCT_VARIANT_ID_MISSING')]
    if (!product.variants.some((variant) => variant.id === input.id))
      return [problem([...at, 'id'], 'Product variant does not exist', 'PRODUCT_VARIANT_DOES_NOT_EXIST')]
    if (Number(input.price ?? 0) < 0)
      return [problem([...at, 'price'], 'Price must be greater than or equal to 0', 'GREATER_THAN_OR_EQUAL_TO')]
    return []
  })
  const bad = new Set(userErrors.map((userError) => Number(userError.field?.[1])))
  if (bad.size > 0 && !partial) return { productId, userErrors, variantIds: null }
  const good = inputs.filter((_, place) => !bad.has(place))
  const variants = product.variants.map((variant) => {
    const input = good.find((candidate) => candidate.id === variant.id)
    return input ? changeVariant(env, variant, input) : variant
  })
  const saved: ProductRow = { ...product, variants, updatedAt: moment(env) }
  save(env, 'product', saved)
  tellProduct(env, 'PRODUCTS_UPDATE', saved)
  return { productId, userErrors, variantIds: good.flatMap((variant) => variant.id ?? []) }
}
function changeVariant(env: Env, variant: VariantRow, input: BulkVariant): VariantRow {
  const row = item(env, variant.itemId)
  const itemInput = input.inventoryItem
  if (row && itemInput) {
    save(env, 'item', {
      ...row,
      tracked: itemInput.tracked ?? row.tracked,
      requiresShipping: itemInput.requiresShipping ?? row.requiresShipping,
      cost: itemInput.cost ?? row.cost,
      weight: itemInput.measurement?.weight ?? row.weight,
      updatedAt: moment(env),
    })
  }
  return {
    ...variant,
    sku: itemInput?.sku ?? variant.sku,
    barcode: input.barcode === undefined ? variant.barcode : input.barcode,
    price: input.price === undefined || input.price === null ? variant.price : price(input.price),
    compareAtPrice:
      input.compareAtPrice === undefined ? variant.compareAtPrice : input.compareAtPrice && price(input.compareAtPrice),
    taxable: input.taxable ?? variant.taxable,
    inventoryPolicy: input.inventoryPolicy ?? variant.inventoryPolicy,
    updatedAt: moment(env),
  }
}
