import type { ColumnType, Generated } from 'kysely'
import type { ProposalState } from '#contract/agents/proposals.ts'
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
  rows: Json<StoredRow[]>
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
