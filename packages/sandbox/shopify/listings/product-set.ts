import { level, newLevel, onHand, tellLevel } from '../stock/inventory.ts'
import { problem, type UserProblem } from '../api/problems.ts'
import { fetched } from './pictures.ts'
import { tellProduct } from '../webhooks/product-hooks.ts'
import { price, sortedTags } from './product-texts.ts'
import {
  checkProductSet,
  lower,
  matchVariant,
  valuesOf,
  type FileInput,
  type OptionInput,
  type ProductInput,
  type VariantInput,
} from './product-set-check.ts'
import {
  find,
  freeHandle,
  handleOf,
  item,
  moment,
  newId,
  ofShop,
  products,
  save,
  shopRow,
  type Env,
  type ItemRow,
  type LocationRow,
  type MediaRow,
  type OptionRow,
  type ProductRow,
  type VariantRow,
} from '../state.ts'

export interface Identifier {
  id?: string | null
  handle?: string | null
  customId?: { namespace?: string | null; key: string; value: string } | null
}
export interface ProductSetAnswer {
  productId: string | null
  userErrors: UserProblem[]
}

const defaultOptions: OptionInput[] = [{ name: 'Title', values: [{ name: 'Default Title' }] }]
const defaultNamespace = 'app'

/** The product that an identifier names. */
export function identify(env: Env, identifier: Identifier | null | undefined): ProductRow | undefined {
  if (identifier?.id) return find<ProductRow>(env, 'product', identifier.id)
  if (identifier?.handle) return products(env).find((product) => product.handle === identifier.handle)
  const custom = identifier?.customId
  if (!custom) return undefined
  return products(env).find((product) =>
    product.metafields.some(
      (field) =>
        field.namespace === (custom.namespace ?? defaultNamespace) &&
        field.key === custom.key &&
        field.value === custom.value,
    ),
  )
}

function identifierProblems(input: ProductInput, identifier: Identifier | null | undefined): UserProblem[] {
  if (!identifier) return []
  if (input.id)
    return [problem(['input', 'id'], 'The id field is not allowed if identifier is provided.', 'ID_NOT_ALLOWED')]
  if (identifier.handle) {
    if (!input.handle)
      return [
        problem(
          ['input', 'handle'],
          'The input field corresponding to the identifier is required.',
          'MISSING_FIELD_REQUIRED',
        ),
      ]
    if (input.handle !== identifier.handle) {
      return [
        problem(
          ['input', 'handle'],
          'The identifier value does not match the value of the corresponding field in the input.',
          'INPUT_MISMATCH',
        ),
      ]
    }
  }
  const custom = identifier.customId
  const named = input.metafields?.find(
    (metafield) =>
      metafield.key === custom?.key &&
      (metafield.namespace ?? defaultNamespace) === (custom?.namespace ?? defaultNamespace),
  )
  if (custom && input.metafields && named?.value !== custom.value) {
    return [
      problem(
        ['input', 'metafields'],
        'The input argument `metafields` (if present) must contain the `customId` value.',
        'METAFIELD_MISMATCH',
      ),
    ]
  }
  return []
}

/** Creates or changes a product. Lists that are given replace what was there; the rest stays. */
export function productSet(env: Env, args: { identifier?: Identifier | null; input: ProductInput }): ProductSetAnswer {
  const { input } = args
  const wrongIdentifier = identifierProblems(input, args.identifier)
  if (wrongIdentifier.length > 0) return { productId: null, userErrors: wrongIdentifier }
  const identifier = args.identifier ?? (input.id ? { id: input.id } : undefined)
  const old = identify(env, identifier)
  if (identifier?.id && !old)
    return {
      productId: null,
      userErrors: [problem(['identifier', 'id'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST')],
    }
  const userErrors = checkProductSet(env, input, old)
  if (userErrors.length > 0) return { productId: null, userErrors }
  const product = old ?? blankProduct(env, input)
  const withTexts = applyTexts(product, input, args.identifier)
  const changed = applyLists(env, withTexts, input, old)
  const saved: ProductRow = { ...changed, updatedAt: moment(env) }
  save(env, 'product', saved)
  tellProduct(env, old ? 'PRODUCTS_UPDATE' : 'PRODUCTS_CREATE', saved)
  return { productId: saved.id, userErrors: [] }
}

function blankProduct(env: Env, input: ProductInput): ProductRow {
  const handles = new Set(products(env).map((product) => product.handle))
  const at = moment(env)
  return {
    id: newId(env.context, 'Product'),
    shop: env.shop,
    handle: input.handle ?? freeHandle(handleOf(input.title ?? ''), handles),
    title: '',
    descriptionHtml: '',
    vendor: shopRow(env)?.name ?? '',
    productType: '',
    tags: [],
    status: 'ACTIVE',
    category: null,
    seo: { title: null, description: null },
    templateSuffix: null,
    metafields: [],
    options: [],
    variants: [],
    media: [],
    collections: [],
    publications: {},
    createdAt: at,
    updatedAt: at,
  }
}

function applyTexts(product: ProductRow, input: ProductInput, identifier: Identifier | null | undefined): ProductRow {
  const custom = identifier?.customId
  const metafields =
    input.metafields?.map((metafield) => ({
      namespace: metafield.namespace ?? defaultNamespace,
      key: metafield.key ?? '',
      value: metafield.value ?? '',
    })) ??
    (custom && product.metafields.length === 0
      ? [{ namespace: custom.namespace ?? defaultNamespace, key: custom.key, value: custom.value }]
      : product.metafields)
  return {
    ...product,
    handle: input.handle ?? product.handle,
    title: input.title?.trim() ?? product.title,
    descriptionHtml: input.descriptionHtml ?? product.descriptionHtml,
    vendor: input.vendor ?? product.vendor,
    productType: input.productType ?? product.productType,
    status: input.status ?? product.status,
    tags: input.tags ? sortedTags(input.tags) : product.tags,
    collections: input.collections ? [...new Set(input.collections)] : product.collections,
    category: input.category === undefined ? product.category : input.category,
    templateSuffix: input.templateSuffix === undefined ? product.templateSuffix : input.templateSuffix,
    seo: input.seo ? { title: input.seo.title ?? null, description: input.seo.description ?? null } : product.seo,
    metafields,
  }
}
function applyLists(env: Env, product: ProductRow, input: ProductInput, old: ProductRow | undefined): ProductRow {
  const media = input.files ? input.files.map((file) => toMedia(env, file, product.media)) : product.media
  const withMedia = { ...product, media }
  if (old && !input.variants) return withMedia
  const optionInputs = input.productOptions ?? defaultOptions
  const options = optionInputs.map((option) => toOption(env, option, product.options))
  const inputs = input.variants ?? [{ optionValues: [{ optionName: 'Title', name: 'Default Title' }] }]
  const ordered = inputs
    .map((variant, place) => ({ variant, place: variant.position ?? place + 1 }))
    .sort((a, b) => a.place - b.place)
  const variants = ordered.map(({ variant }) =>
    toVariant(env, withMedia, variant, optionInputs, matchVariant(old, variant, optionInputs)),
  )
  const itemIds = new Set(variants.map((variant) => variant.itemId))
  for (const oldVariant of product.variants)
    if (!itemIds.has(oldVariant.itemId)) env.context.store.delete('item', oldVariant.itemId)
  return { ...withMedia, options, variants }
}

function toMedia(env: Env, file: FileInput, known: MediaRow[]): MediaRow {
  const old = known.find((candidate) => (file.id ? candidate.id === file.id : candidate.source === file.originalSource))
  // One that was fetched in vain is fetched anew.
  if (old && (file.id || fetched(env, old).status !== 'FAILED')) return { ...old, alt: file.alt ?? old.alt }
  return {
    id: file.id ?? newId(env.context, 'MediaImage'),
    alt: file.alt ?? '',
    source: file.originalSource ?? '',
    createdAt: moment(env),
  }
}
function toOption(env: Env, option: OptionInput, known: OptionRow[]): OptionRow {
  const old = known.find((candidate) =>
    option.id ? candidate.id === option.id : lower(candidate.name) === lower(option.name),
  )
  return {
    id: old?.id ?? newId(env.context, 'ProductOption'),
    name: option.name ?? old?.name ?? '',
    values: (option.values ?? []).map((value) => {
      const oldValue = old?.values.find((candidate) =>
        value.id ? candidate.id === value.id : lower(candidate.name) === lower(value.name),
      )
      return { id: oldValue?.id ?? newId(env.context, 'ProductOptionValue'), name: value.name ?? oldValue?.name ?? '' }
    }),
  }
}

function toVariant(
  env: Env,
  product: ProductRow,
  input: VariantInput,
  options: OptionInput[],
  old: VariantRow | undefined,
): VariantRow {
  const at = moment(env)
  const id = old?.id ?? newId(env.context, 'ProductVariant')
  const itemId = setItem(env, product.id, id, input, old)
  const file = input.file
  const picture = file
    ? product.media.find((medium) => (file.id ? medium.id === file.id : medium.source === file.originalSource))
    : undefined
  return {
    id,
    itemId,
    values: valuesOf(input, options),
    createdAt: old?.createdAt ?? at,
    updatedAt: at,
    sku: input.sku ?? input.inventoryItem?.sku ?? old?.sku ?? '',
    barcode: input.barcode === undefined ? (old?.barcode ?? null) : input.barcode,
    price: input.price === undefined || input.price === null ? (old?.price ?? '0.00') : price(input.price),
    compareAtPrice:
      input.compareAtPrice === undefined
        ? (old?.compareAtPrice ?? null)
        : input.compareAtPrice && price(input.compareAtPrice),
    taxable: input.taxable ?? old?.taxable ?? true,
    inventoryPolicy: input.inventoryPolicy ?? old?.inventoryPolicy ?? 'DENY',
    mediaId:
      picture?.id ?? (product.media.some((medium) => medium.id === old?.mediaId) ? (old?.mediaId ?? null) : null),
  }
}

/** The variant's inventory item. A new one without quantities is stocked at the first location, with nothing. */
function setItem(
  env: Env,
  productId: string,
  variantId: string,
  input: VariantInput,
  old: VariantRow | undefined,
): string {
  const at = moment(env)
  const before = old ? item(env, old.itemId) : undefined
  const itemInput = input.inventoryItem
  const id = before?.id ?? newId(env.context, 'InventoryItem')
  const row: ItemRow = {
    id,
    shop: env.shop,
    productId,
    variantId,
    tracked: itemInput?.tracked ?? before?.tracked ?? false,
    requiresShipping: itemInput?.requiresShipping ?? before?.requiresShipping ?? true,
    cost: itemInput?.cost ?? before?.cost ?? null,
    weight: itemInput?.measurement?.weight ?? before?.weight ?? null,
    levels: before?.levels ?? [],
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  }
  const quantities = input.inventoryQuantities ?? []
  const levels = row.levels.map((inventoryLevel) => {
    const quantity = quantities.find((each) => each.locationId === inventoryLevel.locationId)
    return quantity
      ? {
          ...inventoryLevel,
          available: quantity.name === 'on_hand' ? quantity.quantity - inventoryLevel.committed : quantity.quantity,
          updatedAt: at,
        }
      : inventoryLevel
  })
  if (!before) {
    for (const quantity of quantities) levels.push(newLevel(env, id, quantity.locationId, quantity.quantity))
    const first = ofShop<LocationRow>(env, 'location')[0]
    if (levels.length === 0 && first) levels.push(newLevel(env, id, first.id, 0))
  }
  const saved: ItemRow = { ...row, levels }
  save(env, 'item', saved)
  for (const inventoryLevel of levels) {
    const was = before && level(before, inventoryLevel.locationId)
    if (!was || onHand(was) !== onHand(inventoryLevel)) tellLevel(env, saved, inventoryLevel.locationId)
  }
  return id
}
