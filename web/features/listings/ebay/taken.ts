import type { CallReply } from '#contract/endpoint.ts'
import type { lookups } from '#contract/lookups.ts'
import type { Taken } from '../configure/taken.ts'

type Aspects = CallReply<typeof lookups.ebay.aspectsMany>

export const ebayTaken: Taken = {
  lookup: 'aspectsMany',
  query: (ids) => ({ categoryIds: ids }),
  values: (answer) =>
    Object.values(answer as Aspects)
      .flat()
      .map((one) => [one.localizedAspectName, (one.aspectValues ?? []).map((v) => v.localizedValue)]),
}
