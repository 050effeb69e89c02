import type { Generated } from 'kysely'
import type { ProductSelection } from '#contract/products/filter.ts'
import type { PublishItemState, PublishState } from '#contract/publishing.ts'
import type { Problems } from '#domain/listings/problems/problem.ts'
import type { At, Json, MaybeAt, Owned } from './columns.ts'

/** Many products listed at once. */
export interface PublishRunsTable extends Owned {
  userId: number | null
  state: Generated<PublishState>
  integrationIds: number[]
  selection: Json<ProductSelection>
  taken: Generated<number>
  products: Generated<number>
  createdAt: At
  touchedAt: At
  finishedAt: MaybeAt
  /** By account: how many of its items were listed or not sent, and are forgotten. */
  settled: Json<Record<number, Partial<Record<PublishItemState, number>>>>
  /** When they were. */
  settledAt: MaybeAt
}
/** A product of them on one account. */
export interface PublishItemsTable {
  organizationId: number
  runId: number
  integrationId: number
  productId: number
  state: Generated<PublishItemState>
  version: Generated<number>
  errors: Generated<Record<string, string>>
  /** Why, by the same fields; without one where only a sentence is known. */
  causes: Json<Problems>
}
