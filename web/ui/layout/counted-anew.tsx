import type { CallReply } from '#contract/endpoint.ts'
import type { getClient } from '#contract/organizations/organizations.ts'
import { Callout } from './callout.tsx'

/** While the figures follow another currency, time zone or exchange rate: by which they are told until then. It goes by itself. */
export function CountedAnew({ client }: { client: CallReply<typeof getClient> }) {
  if (!client.figuresIn && !client.ratesWait) return null
  const [by, before] = client.figuresIn
    ? changed(client, client.figuresIn)
    : ['with the saved exchange rates', 'with the previous rates']
  return (
    <div role="status">
      <Callout>
        We’re recalculating your figures {by}. This takes a few minutes; until then they’re shown {before}. You can
        leave this page.
      </Callout>
    </div>
  )
}

type Counted = Pick<CallReply<typeof getClient>, 'currency' | 'timeZone'>
function changed({ currency, timeZone }: Counted, figuresIn: Counted) {
  const both = [
    [currency, figuresIn.currency],
    [timeZone, figuresIn.timeZone],
  ] as const
  return ([0, 1] as const).map(
    (at) => `in ${both.flatMap((pair) => (pair[0] === pair[1] ? [] : [pair[at].replaceAll('_', ' ')])).join(' and ')}`,
  )
}
