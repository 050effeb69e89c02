import type { CallReply } from '#contract/endpoint.ts'
import type { getClient } from '#contract/organizations.ts'
import { Callout } from './callout.tsx'

/** While the figures follow another currency or time zone: in which they are told until then. It goes by itself. */
export function CountedAnew({ client: { figuresIn, currency, timeZone } }: { client: CallReply<typeof getClient> }) {
  if (!figuresIn) return null
  const both = [
    [currency, figuresIn.currency],
    [timeZone, figuresIn.timeZone],
  ] as const
  const named = (at: 0 | 1) =>
    both.flatMap((pair) => (pair[0] === pair[1] ? [] : [pair[at].replaceAll('_', ' ')])).join(' and ')
  return (
    <div role="status">
      <Callout>
        All figures are being counted anew in {named(0)}, which takes some minutes. Until then they are told in{' '}
        {named(1)}. You can leave this page.
      </Callout>
    </div>
  )
}
