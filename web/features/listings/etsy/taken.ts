import type { CallReply } from '#contract/endpoint.ts'
import type { lookups } from '#contract/lookups.ts'
import type { Taken } from '../configure/taken.ts'

type Properties = CallReply<typeof lookups.etsy.propertiesMany>

export const etsyTaken: Taken = {
  lookup: 'propertiesMany',
  query: (ids) => ({ taxonomyIds: ids }),
  values: (answer) =>
    Object.values(answer as Properties)
      .flat()
      .map((one) => [one.display_name || one.name, (one.possible_values ?? []).map(({ name }) => name)]),
}
