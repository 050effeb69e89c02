import type { Excess } from './excess.ts'
import type { Origins } from './origins.ts'

export interface ResolvedListing {
  title: string
  description: string
  condition: string
  images: string[]
  tags: string[]
  vendor: string
  variants: {
    sku: string
    options: Record<string, string>
    price: number
    quantity: number
    barcode?: string
    image?: string
    /** Where the channel has columns: what those may refer to, by `nameKey`. */
    values?: Record<string, string>
  }[]
  fields: Record<string, unknown>
  /** References to attributes that do not exist or hold nothing: field → names. */
  unresolved: Record<string, string[]>
  /** Where it is longer than Motto works with: it is not sent. */
  excess?: Excess
  /** How each value came about, by its field: put together, out of what the values were made of, when somebody asks. */
  origins: () => Origins
}
