import type { Generated, Selectable } from 'kysely'
import type { ChannelProduct, ChannelVariant, ListingState } from '#channels/product.ts'
import type { Doubt } from '#contract/adopting/names.ts'
import type { At, Json, MaybeAt, MaybeJson, Owned } from './columns.ts'

/** How far the reading of a channel's listings has come. */
export interface CatalogueReadsTable {
  organizationId: number
  integrationId: number
  run: Generated<number>
  state: Generated<'reading' | 'done' | 'failed'>
  cursor: string | null
  listings: Generated<number>
  tries: Generated<number>
  problem: Generated<string>
  linking: Generated<boolean>
  startedAt: At
  finishedAt: MaybeAt
}
/** A listing that stands on a channel, what it may be here, and what was decided of it. */
export interface FoundListingsTable extends Owned {
  integrationId: number
  externalId: string
  run: number
  title: string
  url: Generated<string>
  image: Generated<string>
  state: ListingState
  currency: Generated<string>
  skus: string[]
  variants: Json<ChannelVariant[]>
  data: Json<Record<string, string>>
  matchedRun: Generated<number>
  match: Generated<'certain' | 'doubtful' | 'none'>
  doubts: Generated<Doubt[]>
  candidates: Generated<number[]>
  ourSkus: Generated<number>
  differs: Generated<boolean>
  decision: 'link' | 'alone' | null
  productId: number | null
  /** Which of our SKUs theirs are, as somebody chose. */
  pairs: Json<Record<string, string>>
  quantity: 'ours' | 'theirs' | null
  decidedAt: MaybeAt
  listingId: number | null
  adoptedAt: MaybeAt
  problem: Generated<string>
  content: MaybeJson<FoundContent>
  importId: number | null
}
/** What else a listing says, for the product that may be made of it. */
export type FoundContent = Pick<
  ChannelProduct,
  'description' | 'images' | 'category' | 'brand' | 'condition' | 'tags' | 'attributes' | 'sizeAndWeight'
>
/** Without its content, which is large and seldom asked for. */
export type FoundRow = Omit<Selectable<FoundListingsTable>, 'content' | 'importId'>
