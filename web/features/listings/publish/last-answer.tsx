import { type Answer, answerWords } from '#domain/listings/standing.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import type { Listing } from '../listing-state.ts'
import { AlreadyThere, isThere } from './already-there.tsx'
import { Finding } from './findings.tsx'
import type { Place } from './where-to-fix.ts'

interface Props {
  listing: Listing
  answer: Answer
  place: Place
}

const open = new Set<Answer>(['refused', 'there', 'stopped', 'changed'])

/** What was refused last: field by field where it still counts, in one line where something else would be sent now. */
export function LastAnswer({ listing, answer, place }: Props) {
  const { result } = listing
  if (!result || !open.has(answer)) return null
  if (isThere(listing)) return <AlreadyThere listing={listing} />
  const channel = markNames[listing.channel]
  const words = answerWords(answer, channel, result.saidBy)
  const fields = Object.entries(result.fields)
  if (answer === 'changed') {
    const again = isOnItsWay(listing) ? `Sending to ${channel} again.` : 'List it again to try with your changes.'
    return (
      <li data-tone="warning">
        <Icon name="warning" />
        <span className="grow">
          <b>{words}</b>
          <small>{again}</small>
          <small>
            It said: {result.reason} <When result={result} />
          </small>
        </span>
      </li>
    )
  }
  // Our own checks name their fields themselves, as they stand now.
  if (answer === 'stopped' && fields.length > 0) return null
  if (fields.length === 0)
    return (
      <li data-tone="danger">
        <Icon name="alert" />
        <span className="grow">
          <b>{words}</b>
          <small>{result.reason}</small>
          <small>
            <When result={result} />
          </small>
        </span>
      </li>
    )
  return fields.map(([field, sentence]) => (
    <Finding
      key={`said ${field}`}
      field={field}
      sentence={sentence}
      tone="danger"
      place={place}
      by={
        <>
          {words}, <When result={result} />
        </>
      }
    />
  ))
}

const isOnItsWay = ({ pending }: Listing) => pending !== null && pending !== 'quantity'

const When = ({ result: { at, code } }: { result: NonNullable<Listing['result']> }) => (
  <>
    {dateTime(at)} {code && <code className="mono">{code}</code>}
  </>
)
