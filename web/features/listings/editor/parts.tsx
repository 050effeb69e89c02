import type { ComponentType } from 'react'
import type { descriptions } from '#contract/channels/all.ts'
import type { FieldKind } from '#contract/channels/describe.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import { SheetColumnsField } from '../csv/sheet-columns.tsx'
import { EbayAspects } from '../ebay/item-specifics.tsx'
import { PricingField } from '../ebay/pricing.tsx'
import { EtsyProperties } from '../etsy/properties.tsx'
import type { PartProps } from './fields.ts'

type Part = ComponentType<PartProps>
type KindOf<D> = D extends { fields: readonly (infer F)[] } ? (F extends { kind: infer K } ? K : never) : never
type OwnParts = {
  [C in BuiltId]: Record<Extract<KindOf<(typeof descriptions)[C]>, 'attributes' | 'columns' | 'pricing'>, Part>
}

/** What draws the fields that are truly a channel's own: one for each such field of its description. */
const parts: OwnParts = {
  bigcommerce: {},
  ebay: { attributes: EbayAspects, pricing: PricingField },
  etsy: { attributes: EtsyProperties },
  shopify: {},
  square: {},
  csv: { columns: SheetColumnsField },
  clover: {},
}

export const partOf = (channel: string, kind: FieldKind): Part | undefined =>
  (parts as Partial<Record<string, Partial<Record<FieldKind, Part>>>>)[channel]?.[kind]
