import type { EtsySchema, EtsySettings } from '#contract/channels/shapes/etsy.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { ReadyListing } from '../../channel.ts'
import { decimalsOf } from '#domain/numbers/decimals.ts'
import { toDecimal } from '../../kit/money.ts'
import { plainText, splitList } from '../../kit/text.ts'
import type { Money } from '../wire.ts'
import { safetyText } from './safety-text.ts'

export type EtsyListing = ReadyListing<EtsySchema>

/** Money comes as whole numbers with a divisor … */
export const minorOf = (money: Money | null | undefined): number =>
  money ? Math.round((money.amount * 10 ** decimalsOf(money.currency_code)) / money.divisor) : 0
/** … and goes as a decimal number. */
export const amountOf = (minor: number, currency: string): number => Number(toDecimal(minor, currency))

export const categoryOf = ({ taxonomyIds }: EtsySchema): string => splitList(taxonomyIds)[0] ?? ''
export const isPhysical = ({ type }: EtsySchema): boolean => type !== 'download'

/** Profiles and policy as chosen for this listing, else the integration's own. */
export const choicesOf = (fields: EtsySchema, settings: EtsySettings) => ({
  shippingProfileId: fields.shippingProfileId || settings.shippingProfileId,
  returnPolicyId: fields.returnPolicyId || settings.returnPolicyId,
  processingProfileId: fields.processingProfileId || settings.processingProfileId,
})

/** What is as old is vintage, in years. */
const VINTAGE = 20
/**
 * The name that an era has at Etsy this year: those of the last decades move on every January.
 * @see https://www.etsy.com/openapi/generated/oas/3.0.0.json `when_made`, which names 2020_2026, 2007_2009, before_2007 and 2000_2006 in 2026
 */
export function eraOf(era: string, year: number): string {
  const border = year - VINTAGE + 1
  if (/^2020_\d{4}$/.test(era)) return `2020_${year}`
  if (/^20\d\d_2009$/.test(era)) return `${border}_2009`
  if (/^before_20\d\d$/.test(era)) return `before_${border}`
  return /^2000_20\d\d$/.test(era) ? `2000_${border - 1}` : era
}

const words = (list: readonly string[]) => list.map((word) => word.trim()).filter(Boolean)

/** Etsy shows descriptions as plain text. */
export const descriptionOf = ({ description }: EtsyListing): string => plainText(description)
export const materialsOf = ({ fields }: EtsyListing): string[] => words(splitList(fields.materials))

/** What Etsy is told of a listing, but for its pictures, numbers and prices. Lists are joined by commas: no tag and no material holds one. */
export function textOf(listing: EtsyListing, settings: EtsySettings, year: number): Record<string, string> {
  const { fields } = listing
  const { shippingProfileId, returnPolicyId } = choicesOf(fields, settings)
  return {
    title: listing.title,
    description: descriptionOf(listing),
    taxonomy_id: categoryOf(fields),
    type: fields.type || 'physical',
    who_made: fields.whoMade,
    when_made: eraOf(fields.whenMade, year),
    is_supply: String(fields.supply === 'supply'),
    should_auto_renew: String(fields.renewal !== 'manual'),
    tags: words(listing.tags).join(','),
    materials: materialsOf(listing).join(','),
    ...(fields.sectionId && { shop_section_id: fields.sectionId }),
    ...(isPhysical(fields) && {
      ...(shippingProfileId && { shipping_profile_id: shippingProfileId }),
      ...(returnPolicyId && { return_policy_id: returnPolicyId }),
      ...sizeOf(listing.sizeAndWeight),
      ...safetyText(listing.safety),
    }),
  }
}

/** Etsy takes nothing that is not above 0. */
function sizeOf(size: SizeAndWeight | null): Record<string, string> {
  const { length, width, height, weight, weightUnit, sizeUnit } = size ?? {}
  const sides = Object.entries({ item_length: length, item_width: width, item_height: height }).flatMap(
    ([name, value]): [string, string][] => (value ? [[name, String(value)]] : []),
  )
  return {
    ...(weight && { item_weight: String(weight), item_weight_unit: weightUnit ?? 'lb' }),
    ...(sides.length > 0 && { ...Object.fromEntries(sides), item_dimensions_unit: sizeUnit ?? 'in' }),
  }
}
