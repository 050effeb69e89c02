import type { ColumnType, Generated } from 'kysely'
import type { OrderAction } from '#contract/agents/actions.ts'
import type { ProposalState } from '#contract/agents/proposals.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { ProposedChange } from './changes.ts'
import type { At, Json, MaybeAt, Owned } from './columns.ts'

type MaybeNumber = ColumnType<number | null, number | null | undefined, number | null>
export interface ProposalsTable extends Owned {
  tokenId: number | null
  userId: number | null
  title: string
  reason: string
  state: Exclude<ProposalState, 'expired'>
  products: number
  units: number
  money: number
  pricePercent: number
  beyond: Generated<string[]>
  rows: Json<StoredRows>
  createdAt: At
  expiresAt: At
  decidedAt: MaybeAt
  decidedBy: MaybeNumber
  note: Generated<string>
  appliedAt: MaybeAt
  changeSetId: MaybeNumber
  undoSetId: MaybeNumber
}
export interface StoredRow extends ProposedChange {
  productId: number
  sku: string
  title: string
  error: string
}

/** An order of a proposal. `state` says how it was when it was previewed. */
export interface StoredOrder {
  about: 'orders'
  input: OrderAction
  number: string
  channel: Order['channel']
  integrationId: number | null
  details: string[]
  error: string
  state: string
  outcome: '' | 'done' | 'failed'
  message: string
  /** Why no budget covers it; blank where one may. */
  apart: string
}
/** The publish run of a proposal. `live`: listings that were live before it. */
export interface StoredRun {
  about: 'publishing'
  runId: number
  productIds: number[]
  integrationIds: number[]
  live: number[]
}
/** All of one kind. Rows of products do not say so. */
export type StoredRows = StoredRow[] | StoredOrder[] | [StoredRun]
