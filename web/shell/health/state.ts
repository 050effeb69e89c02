import type { CallReply } from '#contract/endpoint.ts'
import type { getStart } from '#contract/organizations/organizations.ts'
import { counted, standings, type Stated } from '#domain/words/states.ts'

type Start = Pick<
  CallReply<typeof getStart>,
  | 'failedListings'
  | 'heldChannels'
  | 'oversoldOrders'
  | 'lateOrders'
  | 'unknownOrders'
  | 'waitingProposals'
  | 'connectedChannels'
  | 'outOfStep'
>

/** How everything stands, in one sentence: what needs the seller first. "In sync" only when every live listing shows what we say. */
export function standing(start: Start, connected: boolean): Stated & { need: number } {
  const { notKept, held, pending } = start.outOfStep
  const need =
    start.failedListings +
    start.oversoldOrders +
    start.lateOrders +
    start.unknownOrders +
    start.waitingProposals +
    start.heldChannels +
    start.outOfStep.tooMany
  const stateOf = () => {
    if (!connected) return standings.offline
    if (need > 0) return counted(need, need === 1 ? standings.needsYou : standings.needYou)
    if (notKept > 0) return counted(notKept, standings.notKept)
    if (held > 0) return counted(held, standings.heldUp)
    if (pending > 0) return counted(pending, standings.sending)
    return start.connectedChannels > 0 ? standings.inSync : standings.noChannels
  }
  return { need, ...stateOf() }
}
