import type { Problems } from '#domain/listings/problems/problem.ts'
import type { Cost } from './cost.ts'

/** What a channel would reject, and what it would rather have: our field → sentence. */
export interface Checked {
  errors: Record<string, string>
  /** Why, by the same fields. */
  causes: Problems
  warnings: Record<string, string>
  costs?: readonly Cost[]
}
