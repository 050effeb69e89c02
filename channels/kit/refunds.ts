import { ChannelError } from '../channel.ts'
import { type Refunding, type ToldRefund, totalOf } from '../refund.ts'

/**
 * A refund whose answer was lost, of a channel without keys: the one that was not there before and is as much.
 * @throws ChannelError `unavailable`, `maybeDone`, where there is none: it may still come, so a person decides
 */
export function seenSince(
  channel: string,
  refunding: Refunding,
  before: readonly string[],
  now: readonly ToldRefund[],
): { id: string } {
  const refund = now.find(({ id, amount }) => !before.includes(id) && amount === totalOf(refunding))
  if (refund) return { id: refund.id }
  throw notSeen(channel)
}
export const notSeen = (channel: string): ChannelError =>
  new ChannelError('unavailable', `${channel} doesn’t show this refund yet.`, { code: NOT_SEEN, maybeDone: true })

/** Our key in a text that the channel keeps with a refund, and the keys in one. */
export const markOf = (key: string): string => `Motto ${key}`
export const keysIn = (text: string | null | undefined): string[] =>
  [...(text ?? '').matchAll(/Motto ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g)].flatMap(([, key]) => key ?? [])

/** The channel was looked at after a lost answer, and does not show it. */
export const NOT_SEEN = 'NOT_SEEN'
