import type { Field } from '#contract/channels/describe.ts'
import { resolveListing } from '#domain/listings/content/resolve.ts'
import type { ResolvedListing } from '#domain/listings/content/resolved-listing.ts'
import type { RuleRun } from '#domain/mappings/dynamic.ts'
import type { MapValue } from '#domain/mappings/values.ts'
import { wholeAttribute } from '#web/form/products/whole.ts'
import type { Product } from '../product.ts'
import type { Fields } from './fields.ts'
import type { Schema } from './schemas.ts'

interface Given {
  described: readonly Field[]
  schema: Schema | undefined
  overrides?: Fields
  /** The account's defaults. */
  account: Fields
  /** Those that the product follows. */
  rules?: RuleRun | undefined
  /** What maps the listing's values. */
  mapValue?: MapValue | undefined
}

const layersOf = ({ described, schema, overrides = {}, account, rules, mapValue }: Given) => {
  const { id: _id, name = '', details: _details, ...fields } = schema ?? {}
  return { described, schema: schema && { name, fields }, overrides, account, rules, mapValue }
}
/** Stock and prices are the server's to tell. */
const nothing = { variations: [], available: 0, variesBy: [], buffer: 0 }

/** What a product's listing says with what is being typed, by the run that publishes. */
export const resolvedFor = (product: Product, input: Given): ResolvedListing =>
  resolveListing({
    ...nothing,
    ...layersOf(input),
    product: {
      ...product,
      description: product.description ?? '',
      condition: product.condition ?? '',
      barcode: '',
      tags: (product.tags ?? '').split(',').filter(Boolean),
      images: product.images ?? [],
      attributes: product.attributes.map(wholeAttribute),
      vendor: product.vendor ?? '',
      location: product.location ?? '',
      warehouse: product.warehouse ?? '',
      bin: product.bin ?? '',
    },
  })

/** The same for any product of a template: its attributes stand for themselves. */
export const resolvedForAny = (names: readonly string[], input: Given): ResolvedListing =>
  resolveListing({
    ...nothing,
    ...layersOf(input),
    product: {
      title: '',
      description: '',
      condition: '',
      price: 0,
      barcode: '',
      vendor: '',
      tags: [],
      images: [],
      attributes: names.map((name) => ({ name, value: `{{${name}}}` })),
      sku: '',
      location: '',
      warehouse: '',
      bin: '',
    },
  })
