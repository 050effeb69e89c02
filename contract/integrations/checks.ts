import { z } from 'zod'

/** Steps of a check of a connection, in their order. Those of a test product come only with one. */
export const readingSteps = [
  'account',
  'access',
  'clock',
  'permissions',
  'defaults',
  'listing',
  'orders',
  'notices',
] as const
export const productSteps = ['leftovers', 'create', 'read', 'change', 'price', 'sold_out', 'end', 'remove'] as const
/** In the order in which a check with a test product takes them: orders are read before it ends, as its last change may belong to one. */
export const wholeCheck: readonly CheckStep[] = [
  ...readingSteps.filter((step) => step !== 'orders'),
  ...productSteps.slice(0, productSteps.indexOf('end')),
  'orders',
  'end',
  'remove',
]
export const CheckStep = z.enum([...readingSteps, ...productSteps])
export type CheckStep = z.output<typeof CheckStep>

/** `unsupported`: the channel can't do it, so nothing was proven. `skipped`: a step before it failed, or the check was stopped. */
export const CheckState = z.enum(['running', 'passed', 'attention', 'failed', 'unsupported', 'skipped'])
export type CheckState = z.output<typeof CheckState>

export const CheckResult = z.object({
  step: CheckStep,
  state: CheckState,
  /** What was read, or what went wrong and what to do, as sentences. */
  detail: z.string(),
})
export type CheckResult = z.output<typeof CheckResult>
