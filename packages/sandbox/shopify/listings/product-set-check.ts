import { find, item, products, type CollectionRow, type Env, type LocationRow, type ProductRow } from '../state.ts'
import { level } from '../stock/inventory.ts'
import { problem, type UserProblem } from '../api/problems.ts'
import { category } from './taxonomy.ts'
import { maxOptions, maxVariants } from '../version.ts'

export interface OptionInput {
  id?: string | null
  name?: string | null
  position?: number | null
  values?: { id?: string | null; name?: string | null }[] | null
}
export interface FileInput {
  id?: string | null
  alt?: string | null
  contentType?: string | null
  originalSource?: string | null
}
export interface ItemInput {
  cost?: string | null
  requiresShipping?: boolean | null
  sku?: string | null
  tracked?: boolean | null
  measurement?: { weight?: { value: number; unit: string } | null } | null
}
export interface VariantInput {
  id?: string | null
  barcode?: string | null
  price?: string | null
  compareAtPrice?: string | null
  sku?: string | null
  taxable?: boolean | null
  inventoryPolicy?: string | null
  inventoryItem?: ItemInput | null
  file?: FileInput | null
  position?: number | null
  inventoryQuantities?: { locationId: string; name: string; quantity: number }[] | null
  optionValues: { id?: string | null; name?: string | null; optionId?: string | null; optionName?: string | null }[]
}
export interface ProductInput {
  id?: string | null
  handle?: string | null
  title?: string | null
  descriptionHtml?: string | null
  vendor?: string | null
  productType?: string | null
  tags?: string[] | null
  status?: string | null
  category?: string | null
  collections?: string[] | null
  templateSuffix?: string | null
  seo?: { title?: string | null; description?: string | null } | null
  metafields?: { namespace?: string | null; key?: string | null; value?: string | null }[] | null
  files?: FileInput[] | null
  productOptions?: OptionInput[] | null
  variants?: VariantInput[] | null
}

const longestText = 255
const mostTags = 250
const mostMedia = 250
const mostQuantities = 50_000
const isHttp = (url: string): boolean => /^https?:\/\/[^\s/]+\S*$/i.test(url)
export const lower = (text: string | null | undefined): string => (text ?? '').toLowerCase()

/** What the platform would refuse of a productSet, in its words. @param old the product that is changed */
export function checkProductSet(env: Env, input: ProductInput, old: ProductRow | undefined): UserProblem[] {
  const problems = [...textProblems(env, input, old), ...listProblems(env, input)]
  if (input.variants && !input.productOptions) {
    problems.push(
      problem(
        ['input', 'productOptions'],
        'Product options input is required when updating variants',
        'PRODUCT_OPTIONS_INPUT_MISSING',
      ),
    )
  }
  if (input.productOptions && !input.variants) {
    problems.push(
      problem(
        ['input', 'variants'],
        'Variants input is required when updating product options',
        'VARIANTS_INPUT_MISSING',
      ),
    )
  }
  if (input.productOptions && input.variants) problems.push(...optionProblems(input.productOptions))
  if (problems.length === 0 && input.productOptions && input.variants)
    problems.push(...variantsProblems(env, input, old))
  return problems
}

function textProblems(env: Env, input: ProductInput, old: ProductRow | undefined): UserProblem[] {
  const problems: UserProblem[] = []
  if ((input.title === undefined && !old) || (input.title !== undefined && !input.title?.trim())) {
    problems.push(problem(['input', 'title'], "Title can't be blank", 'INVALID_PRODUCT'))
  }
  for (const name of ['title', 'handle', 'vendor', 'productType'] as const) {
    if ((input[name]?.length ?? 0) > longestText) {
      const label = name === 'productType' ? 'Product type' : name.charAt(0).toUpperCase() + name.slice(1)
      problems.push(
        problem(['input', name], `${label} is too long (maximum is ${longestText} characters)`, 'INVALID_PRODUCT'),
      )
    }
  }
  if (input.handle && products(env).some((product) => product.handle === input.handle && product.id !== old?.id)) {
    problems.push(
      problem(
        ['input', 'handle'],
        `Handle '${input.handle}' already in use. Please provide a new handle.`,
        'HANDLE_NOT_UNIQUE',
      ),
    )
  }
  if ((input.tags?.length ?? 0) > mostTags)
    problems.push(problem(['input', 'tags'], `Tags can't exceed ${mostTags}`, 'INVALID_PRODUCT'))
  if (input.tags?.some((tag) => tag.length > longestText)) {
    problems.push(
      problem(['input', 'tags'], `Tag is too long (maximum is ${longestText} characters)`, 'INVALID_PRODUCT'),
    )
  }
  if (input.category && !category(input.category))
    problems.push(problem(['input', 'category'], 'Category is invalid', 'INVALID_PRODUCT'))
  return problems
}

function listProblems(env: Env, input: ProductInput): UserProblem[] {
  const problems: UserProblem[] = []
  input.collections?.forEach((id, place) => {
    if (!find<CollectionRow>(env, 'collection', id))
      problems.push(problem(['input', 'collections', String(place)], 'Collection does not exist', 'INVALID_INPUT'))
  })
  if ((input.files?.length ?? 0) > mostMedia)
    problems.push(
      problem(['input', 'files'], `Exceeded the maximum of ${mostMedia} media per product`, 'INVALID_INPUT'),
    )
  input.files?.forEach((file, place) => {
    if (!file.id && !isHttp(file.originalSource ?? '')) {
      problems.push(
        problem(['input', 'files', String(place), 'originalSource'], 'Image URL is invalid', 'INVALID_INPUT'),
      )
    }
  })
  return problems
}

function optionProblems(options: OptionInput[]): UserProblem[] {
  if (options.length > maxOptions)
    return [
      problem(
        ['input', 'productOptions'],
        `Options over limit. A product can have ${maxOptions} options.`,
        'OPTIONS_OVER_LIMIT',
      ),
    ]
  const problems: UserProblem[] = []
  const names = new Set<string>()
  options.forEach((option, place) => {
    const at = ['input', 'productOptions', String(place)]
    if (!option.name?.trim()) problems.push(problem([...at, 'name'], "Option name can't be blank", 'INVALID_INPUT'))
    if (names.has(lower(option.name)))
      problems.push(problem([...at, 'name'], `Option '${option.name}' is duplicated`, 'DUPLICATED_OPTION_NAME'))
    names.add(lower(option.name))
    if (!option.values?.length)
      problems.push(
        problem(
          [...at, 'values'],
          'Each option must have at least one option value specified.',
          'OPTION_VALUES_MISSING',
        ),
      )
    const values = new Set<string>()
    option.values?.forEach((value, each) => {
      if (values.has(lower(value.name)))
        problems.push(
          problem(
            [...at, 'values', String(each)],
            `Option value '${value.name}' is duplicated`,
            'DUPLICATED_OPTION_VALUE',
          ),
        )
      values.add(lower(value.name))
    })
  })
  return problems
}

function variantsProblems(env: Env, input: ProductInput, old: ProductRow | undefined): UserProblem[] {
  const variants = input.variants ?? []
  if (variants.length === 0)
    return [problem(['input', 'variants'], 'At least one variant is required', 'VARIANTS_INPUT_MISSING')]
  if (variants.length > maxVariants)
    return [
      problem(
        ['input', 'variants'],
        `Number of product variants exceeds shop limit of ${maxVariants}`,
        'VARIANTS_OVER_LIMIT',
      ),
    ]
  if (variants.reduce((sum, variant) => sum + (variant.inventoryQuantities?.length ?? 0), 0) > mostQuantities) {
    return [
      problem(
        ['input', 'variants'],
        `Inventory quantity input exceeds the limit of ${mostQuantities}.`,
        'INVENTORY_QUANTITIES_LIMIT_EXCEEDED',
      ),
    ]
  }
  const seen = new Set<string>()
  return variants.flatMap((variant, place) => {
    const at = ['input', 'variants', String(place)]
    const wrong = variantProblem(env, input, old, variant)
    if (wrong) return [problem([...at, ...wrong[0]], wrong[1], wrong[2])]
    const values = valuesOf(variant, input.productOptions ?? [])
      .map(lower)
      .join(' / ')
    if (seen.has(values))
      return [
        problem(
          [...at],
          `The variant '${valuesOf(variant, input.productOptions ?? []).join(' / ')}' already exists.`,
          'INVALID_VARIANT',
        ),
      ]
    seen.add(values)
    return []
  })
}

/** The variant's values in the order of the options. */
export function valuesOf(variant: VariantInput, options: OptionInput[]): string[] {
  return options.map((option) => {
    const optionValue = variant.optionValues.find((candidate) =>
      candidate.optionId ? candidate.optionId === option.id : lower(candidate.optionName) === lower(option.name),
    )
    const known = option.values?.find((value) =>
      optionValue?.id ? value.id === optionValue.id : lower(value.name) === lower(optionValue?.name),
    )
    return known?.name ?? optionValue?.name ?? ''
  })
}

/** The variant that an input changes: by id, else by the same option values. */
export function matchVariant(old: ProductRow | undefined, variant: VariantInput, options: OptionInput[]) {
  if (variant.id) return old?.variants.find((candidate) => candidate.id === variant.id)
  const values = valuesOf(variant, options).map(lower).join('\n')
  const sameOptions =
    old?.options.map((option) => lower(option.name)).join('\n') ===
    options.map((option) => lower(option.name)).join('\n')
  return sameOptions ? old?.variants.find((candidate) => candidate.values.map(lower).join('\n') === values) : undefined
}

function variantProblem(
  env: Env,
  input: ProductInput,
  old: ProductRow | undefined,
  variant: VariantInput,
): [string[], string, string] | undefined {
  const options = input.productOptions ?? []
  for (const optionValue of variant.optionValues) {
    const option = options.find((candidate) =>
      optionValue.optionId
        ? candidate.id === optionValue.optionId
        : lower(candidate.name) === lower(optionValue.optionName),
    )
    if (!option) return [['optionValues'], 'Option does not exist', 'OPTION_DOES_NOT_EXIST']
    const value = option.values?.find((candidate) =>
      optionValue.id ? candidate.id === optionValue.id : lower(candidate.name) === lower(optionValue.name),
    )
    if (!value) return [['optionValues'], 'Option value does not exist', 'OPTION_VALUE_DOES_NOT_EXIST']
  }
  if (valuesOf(variant, options).includes(''))
    return [
      ['optionValues'],
      `You need to add option values for ${options.map((option) => option.name).join(', ')}`,
      'INVALID_VARIANT',
    ]
  const changed = matchVariant(old, variant, options)
  if (variant.id && !changed) return [['id'], 'Product variant does not exist', 'PRODUCT_VARIANT_DOES_NOT_EXIST']
  if (Number(variant.price ?? 0) < 0) return [['price'], 'Price must be greater than or equal to 0', 'INVALID_VARIANT']
  const file = variant.file
  if (
    file &&
    !input.files?.some((other) => (file.id ? other.id === file.id : other.originalSource === file.originalSource))
  ) {
    return [['file'], 'Variant file must also be specified in the files input of the product', 'INVALID_INPUT']
  }
  for (const quantity of variant.inventoryQuantities ?? []) {
    if (quantity.name !== 'available' && quantity.name !== 'on_hand')
      return [['inventoryQuantities'], "The quantity name must be either 'available' or 'on_hand'.", 'INVALID_INPUT']
    if (!find<LocationRow>(env, 'location', quantity.locationId))
      return [['inventoryQuantities'], 'The specified location could not be found.', 'INVALID_INPUT']
    const row = changed ? item(env, changed.itemId) : undefined
    if (row && !level(row, quantity.locationId))
      return [['inventoryQuantities'], 'The specified inventory item is not stocked at the location.', 'INVALID_INPUT']
  }
  return undefined
}
