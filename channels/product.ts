import type { SizeAndWeight } from '#contract/shapes.ts'

/** `hidden`: it stands there, nobody can buy it. `sold_out`: it comes back with its first piece. `ended`: listing it again makes another. */
export type ListingState = 'draft' | 'live' | 'hidden' | 'sold_out' | 'ended'

/** What stands on the channel, whoever made it: enough to link it to a product of ours, or to make one of it. */
export interface ChannelProduct {
  /** As of a listing of ours; '' where the channel has none yet (a draft). */
  externalId: string
  url: string
  state: ListingState
  /** Null where the channel does not say. */
  updatedAt: Date | null
  title: string
  /** HTML, as the channel has it. */
  description: string
  images: string[]
  /** The channel's own id of its category, and its name as people read it; '' where there is none. */
  category: { id: string; name: string }
  brand: string
  /** In our words where the channel's are known, else in its own. */
  condition: string
  tags: string[]
  attributes: { name: string; values: string[] }[]
  sizeAndWeight: SizeAndWeight | null
  currency: string
  /** At least one. A product without options has exactly one, with none. */
  variants: ChannelVariant[]
  /** Of the listing as a whole, as in `ExternalListing`. */
  data: Record<string, string>
}
/** What turned out to be wrong with a listing after its channel had taken it. `mendable`: sending it whole once more may help. */
export interface Flaws {
  sentences: string[]
  mendable: boolean
}
export interface ChannelVariant {
  /** '' where the seller gave none; nothing keeps it unique. */
  sku: string
  /** Option name → value, in order. */
  options: Record<string, string>
  /** Integer, minor units of the product's currency. */
  price: number
  /** Null where the channel does not count it. */
  quantity: number | null
  barcode: string
  image: string
  /** What `ExternalListing.parts` holds for its SKU. */
  part: Record<string, string>
}

/** What is looked for among what was sold. */
export interface SoldWanted {
  words: string
  /** Of the channel; '' where the words are to find it. */
  categoryId: string
  attributes: Readonly<Record<string, string>>
}
export interface Sold {
  /** Minor units. */
  prices: number[]
  currency: string
  /** Where it was looked for. */
  category: { id: string; name: string } | null
  /** Nothing has all the words, and what is told has one of them at least. */
  loosely: boolean
}
