import type { Edit } from '#contract/changes/changes.ts'
import type { RuleChange } from '#domain/mappings/change.ts'
import type { Snapshot } from '#domain/products/history/snapshot.ts'
import type { TemplateMerge } from '#domain/templates/merge.ts'

/** Edits of one product, and what they were said to change: where it would be something else by now, nothing is done. */
export interface ProposedChange {
  edits: Edit[]
  before: Snapshot
  after: Snapshot
}
/** What a job does to each product of a change set. */
export type ChangeWork =
  | { do: 'edit'; edits: Edit[] }
  | { do: 'tags'; add: string[]; remove: string[] }
  | { do: 'delete' }
  | ({ do: 'merge' } & TemplateMerge)
  /** `all`: another change of rules was at work, so that each product may read differently. */
  | ({ do: 'rules'; all: boolean } & RuleChange)
  | { do: 'each'; rows: Record<number, ProposedChange> }
  | { do: 'undo' }
