import type { Generated, Selectable } from 'kysely'
import type { ExternalListing } from '#channels/channel.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Problems } from '#domain/listings/problems/problem.ts'
import type { At, Json, MaybeAt, MaybeJson, Owned } from './columns.ts'

/** As it is told: the channel's fields stand beside the common ones. */
export type StoredSchema = { id: string; name: string; details: string } & Record<string, unknown>
export interface ListingTemplatesTable extends Owned {
  integrationId: number
  templateId: number
  channel: ChannelId
  updatedAt: At
}
/** One of the field sets that a template has on an account. */
export interface ListingSchemasTable {
  organizationId: number
  templateId: number
  integrationId: number
  /** Unique within its listing template. */
  id: string
  position: number
  name: string
  details: Generated<string>
  fields: Json<Record<string, unknown>>
}
/** What a channel last said. `about`: to what; `version`: the `pendingVersion` that it answers. */
export interface StoredResult {
  status: 'fulfilled' | 'rejected' | 'queued'
  reason: string
  code: string
  fields: Record<string, string>
  /** Of a refusal: why, by the same fields. */
  causes?: Problems
  warnings: string[]
  /** What a look found wrong with it there since, in sentences. */
  flaws?: string[]
  at: string
  about?: Pending
  version?: number
  /** Of a refusal: who refused. */
  saidBy?: 'channel' | 'motto'
  /** Of a refusal because a SKU is sold there already: by what. */
  there?: ExternalListing
  /** No answer came: it may stand there all the same. */
  maybeDone?: true
  /** Of a refusal: the fingerprint of what was refused. */
  of?: string
}
export type Pending = 'publish' | 'revise' | 'quantity' | 'end'
export interface ListingProductsTable extends Owned {
  productId: number
  templateId: number
  channel: ChannelId
  integrationId: number
  /** One of its listing template's; null: none was chosen, and the only one counts. */
  selectedSchemaId: string | null
  schemaOverrides: Json<Record<string, unknown>>
  list: Generated<boolean>
  sync: Generated<boolean>
  syncQuantity: Generated<boolean>
  status: Generated<'draft' | 'listed' | 'unlisted' | 'error'>
  external: MaybeJson<ExternalListing>
  externalId: Generated<string>
  url: Generated<string>
  locationId: Generated<string>
  result: MaybeJson<StoredResult>
  listedAt: MaybeAt
  createdAt: At
  updatedAt: At
}
/** What a listing owes its channel, and what it was told last: one row beside each listing's, so that a sale rewrites a narrow one. */
export interface ListingDebtsTable {
  organizationId: number
  listingId: number
  integrationId: number
  pending: Pending | null
  pendingVersion: Generated<number>
  pendingSince: MaybeAt
  urgent: Generated<boolean>
  /** It, or one of its variations, has no piece left that its channel may show. */
  soldOut: Generated<boolean>
  attempts: Generated<number>
  nextTryAt: MaybeAt
  claimedUntil: MaybeAt
  claimedBy: string | null
  pushedQuantity: number | null
  pushedAt: MaybeAt
  /** When the first sale was taken in that its channel has not been told of. */
  soldAt: MaybeAt
  /** Where its channel lets a listing be changed only so often. */
  revisionsLeft: number | null
  revisionsAt: MaybeAt
}
/** What stands on a channel by all that we know. */
export interface ListingStockTable {
  organizationId: number
  listingId: number
  sku: string
  locationId: string
  integrationId: number
  lastSet: number
  setAt: At
  expected: number
  unseen: Generated<number>
  unseenSince: MaybeAt
  trying: number | null
  heard: Generated<number>
  doubt: Generated<boolean>
  /** Pieces that may have been sold where no look can tell. */
  hidden: Generated<number>
  hiddenSince: MaybeAt
  /** Pieces of cancelled orders that may stand there again. */
  back: Generated<number>
  /** Pieces that came there without us. */
  risen: Generated<number>
  /** What the channel names it by in its calls. */
  ref: Generated<string>
}
/** How far a listing whose price follows a schedule has come with it. */
export interface ListingPricesTable {
  organizationId: number
  listingId: number
  reductions: Generated<number>
  lastReduced: MaybeAt
  auctions: Generated<number>
  since: MaybeAt
  upSince: MaybeAt
  /** When it was last looked whether it is still on sale there, and it was. */
  seenAt: MaybeAt
  relisting: Generated<boolean>
  nextAt: MaybeAt
}
/** How channels share stock; of the organization where neither template nor product is named. */
export interface StockSharingTable extends Owned {
  templateId: number | null
  productId: number | null
  mode: 'shared' | 'guaranteed' | 'threshold'
  lastPieces: Generated<number>
  setBy: number | null
  setAt: At
}
/** A number that somebody else changed on a channel. */
export interface StockDriftTable extends Owned {
  integrationId: number
  listingId: number
  sku: string
  ours: number
  theirs: number
  state: Generated<'open' | 'ours' | 'theirs'>
  foundAt: At
  settledAt: MaybeAt
  settledBy: number | null
  /** Of what they had more and was counted: units that an order of the channel said came back since. */
  returned: Generated<number>
}
export const debtColumns = [
  'pending',
  'pendingVersion',
  'pendingSince',
  'urgent',
  'soldOut',
  'attempts',
  'nextTryAt',
  'claimedUntil',
  'claimedBy',
  'pushedQuantity',
  'pushedAt',
  'soldAt',
] as const
/** A listing with what it owes. */
export type ListingRow = Selectable<ListingProductsTable> &
  Pick<Selectable<ListingDebtsTable>, (typeof debtColumns)[number]>
