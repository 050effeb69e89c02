import { z } from 'zod'
import type { Field } from '#contract/channels/describe.ts'

/** Things in a seller's account, as a lookup answers them. */
const Things = z.array(z.record(z.string(), z.unknown()))

type Described = Pick<Field, 'label' | 'asks'>

const thingsOf = ({ at }: NonNullable<Field['asks']>, answer: unknown) => {
  const list = at === undefined ? answer : z.record(z.string(), z.unknown()).safeParse(answer).data?.[at]
  return Things.safeParse(list).data
}

/**
 * What is wrong with a thing in the seller's account that a listing refers to: it is gone, or cannot be chosen.
 * @param answer the lookup's; undefined where it could not be had, of which nothing is said
 */
export function referenceProblem(
  channelName: string,
  { label, asks }: Described,
  id: string,
  answer: unknown,
): string | undefined {
  const things = asks && thingsOf(asks, answer)
  if (!things || !id) return undefined
  const thing = things.find((candidate) => String(candidate[asks.value]) === id)
  const name = label.toLowerCase()
  if (!thing) return `${channelName} no longer has this ${name}. Choose another.`
  return asks.open !== undefined && thing[asks.open] === false
    ? `This ${name} is disabled on ${channelName}. Choose another.`
    : undefined
}
