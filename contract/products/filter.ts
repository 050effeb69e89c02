import { z } from 'zod'
import { DateText } from '../dates.ts'
import { ChannelId } from '../channels/ids.ts'
import { type ProductSort, productSortNames, productSorts } from './sorts.ts'
import { CountInput, Id, IdParam, MoneyInput } from '../shapes.ts'

/** More than fit into an address. */
const MOST_VALUES = 5000
const VALUE_CHARS = 1000
const tooMuch = 'Choose up to 5,000 values of at most 1,000 characters.'
/** Values joined by `+` (INV-239, INV-240); the query parser splits them before decoding, so a `+` inside a value survives. */
export const Joined = z
  .union(
    [
      z.array(z.string().max(VALUE_CHARS)).max(MOST_VALUES),
      z
        .string()
        .max(VALUE_CHARS)
        .transform((s) => [s]),
    ],
    tooMuch,
  )
  .optional()

/** Takes the name of the address or the key: `Updated`, `updatedAt`. */
export const SortBy = z
  .string()
  .default('updatedAt')
  .transform((input, c): ProductSort => {
    const sort = productSorts.find(
      (key) => key === input || productSortNames[key].toLowerCase() === input.toLowerCase(),
    )
    if (!sort) c.addIssue({ code: 'custom', message: `Sort by one of ${Object.values(productSortNames).join(', ')}.` })
    return sort ?? 'updatedAt'
  })

/** INV-052..055. */
export const AttributeFilter = z.object({
  name: z.string().min(1).max(100),
  action: z.enum(['in', 'not in']).default('in'),
  values: z.array(z.string().max(1000)).min(1).max(500),
})
export type AttributeFilter = z.output<typeof AttributeFilter>

/** A day (2026-11-21) or a moment; a day means the whole of it, in UTC (INV-056). */
const Day = DateText.transform((s) => s.trim() || undefined).optional()
const Flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', '']).transform((s) => s === 'true' || s === '1')])
  .optional()
/** JSON in the address, a list in a body. */
const noAttributes = 'Attributes are a JSON list of name, action and values.'
export const AttributeFilters = z
  .union(
    [
      z.array(AttributeFilter).max(50),
      z
        .string()
        .max(1_000_000)
        .transform((text, c) => {
          if (text === '') return []
          try {
            const read = z.array(AttributeFilter).max(50).safeParse(JSON.parse(text))
            if (read.success) return read.data
          } catch {
            /* said below */
          }
          c.addIssue({ code: 'custom', message: noAttributes })
          return z.NEVER
        }),
    ],
    noAttributes,
  )
  .optional()

const Channels = z.union([z.array(ChannelId).max(50), ChannelId.transform((id) => [id])]).optional()

/** The filters of the inventory (INV-027..044). Different filters all apply; within one, any value is enough where no `matchAll` is set. */
export const productFilter = {
  search: Joined,
  skus: Joined,
  templateIds: z.union([z.array(IdParam).max(MOST_VALUES), IdParam.transform((id) => [id])]).optional(),
  minPrice: MoneyInput,
  maxPrice: MoneyInput,
  minQuantity: CountInput,
  maxQuantity: CountInput,
  minSold: CountInput,
  maxSold: CountInput,
  /** On the day of creation, both inclusive. */
  startDate: Day,
  endDate: Day,
  /** With all of these tags; without any of those. */
  hasTags: Joined,
  missingTags: Joined,
  attributes: AttributeFilters,
  matchAllAttributes: Flag,
  /** Live on any (or with `matchAllListings` on all) of these channels; live on none of those. */
  listedOn: Channels,
  notListedOn: Channels,
  matchAllListings: Flag,
  /** Whose listings do not meet this requirement. */
  requirementId: IdParam.optional(),
}
export const ProductFilter = z.object(productFilter)
export type ProductFilter = z.output<typeof ProductFilter>

/** Products chosen by id, or everything that a filter finds but some. */
export const ProductSelection = z.union([
  z.object({ ids: z.array(Id).min(1, 'Select products first.').max(50_000) }),
  // A filter that is misspelled would mean everything.
  z.object({ filter: z.strictObject(productFilter), except: z.array(Id).max(50_000).default([]) }),
])
export type ProductSelection = z.output<typeof ProductSelection>
