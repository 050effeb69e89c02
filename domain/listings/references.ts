import type { Field } from '#contract/channels/describe.ts'
import { problem, type Problem } from './problems/problem.ts'

type Described = Pick<Field, 'label' | 'asks'>

const isThing = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Things in a seller's account, as a lookup answers them; undefined where it answers something else. */
function thingsOf({ at }: NonNullable<Field['asks']>, answer: unknown) {
  const list = at !== undefined && isThing(answer) ? answer[at] : answer
  return Array.isArray(list) ? list.filter(isThing) : undefined
}

/**
 * What is wrong with a thing in the seller's account that a listing refers to: it is gone, or cannot be chosen.
 * @param answer the lookup's; undefined where it could not be had, of which nothing is said
 */
export function referenceProblem({ label, asks }: Described, id: string, answer: unknown): Problem | undefined {
  const things = asks && thingsOf(asks, answer)
  if (!things || !id) return undefined
  const thing = things.find((candidate) => String(candidate[asks.value]) === id)
  const about = label.toLowerCase()
  if (!thing) return problem('policy_gone', { about })
  return asks.open !== undefined && thing[asks.open] === false ? problem('policy_disabled', { about }) : undefined
}
