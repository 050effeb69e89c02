import type { CallReply } from '#contract/endpoint.ts'
import type { getStart } from '#contract/organizations.ts'

type Start = Pick<
  CallReply<typeof getStart>,
  'failedListings' | 'heldChannels' | 'oversoldOrders' | 'connectedChannels' | 'outOfStep'
>

/** How everything stands, in one sentence: what needs the seller first. "In sync" only when every live listing shows what we say. */
export function standing(
  start: Start,
  connected: boolean,
): { need: number; state: 'off' | 'need' | 'busy' | 'fine'; sentence: string } {
  const { notKept, held, pending } = start.outOfStep
  const need = start.failedListings + start.oversoldOrders + start.heldChannels + start.outOfStep.tooMany
  const say = (state: 'off' | 'need' | 'busy' | 'fine', sentence: string) => ({ need, state, sentence })
  if (!connected) return say('off', 'Offline')
  if (need > 0) return say('need', `${need} ${need === 1 ? 'needs' : 'need'} you`)
  if (notKept > 0) return say('need', `${notKept} not kept in step`)
  if (held > 0) return say('need', `${held} held up`)
  if (pending > 0) return say('busy', `Sending ${pending}`)
  return start.connectedChannels > 0 ? say('fine', 'In sync') : say('off', 'No channels yet')
}
