import { Button } from '@mantine/core'
import { useState } from 'react'
import { retryListing } from '#contract/listings/listings.ts'
import { type Answer, answerWords } from '#domain/listings/standing.ts'
import { toProduct } from '#web/addresses.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { dateTime } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import { State, ThereLink } from '../list/listing-cells.tsx'
import { type Listing, pendingWords, pushedWords } from '../listing-state.ts'

interface Props {
  listing: Listing
  answer: Answer
}

/** What the channel last said, what it shows, and what is on its way. */
export function WhatHappened({ listing, answer }: Props) {
  const { result, pending } = listing
  return (
    <Card title="Activity" actions={<State listing={listing} answer={answer} />}>
      <div className="stack">
        {pending && <Pending listing={listing} />}
        {result && <Said listing={listing} answer={answer} result={result} />}
        {!result && !pending && <p className="subtle">Nothing has been sent to {markNames[listing.channel]} yet.</p>}
        <Facts>
          {listing.pushedQuantity !== null && (
            <>
              <dt>Quantity on {markNames[listing.channel]}</dt>
              <dd>
                {pushedWords(listing)}
                <div>
                  <Link {...toProduct(listing.productId)} hash={`why-${listing.channel}`}>
                    Why this number?
                  </Link>
                </div>
              </dd>
            </>
          )}
          {listing.listedAt && (
            <>
              <dt>Listed</dt>
              <dd>{dateTime(listing.listedAt)}</dd>
            </>
          )}
          {listing.externalId && (
            <>
              <dt>Number on {markNames[listing.channel]}</dt>
              <dd className="mono">{listing.externalId.split('/').at(-1)}</dd>
            </>
          )}
        </Facts>
        <ThereLink listing={listing} />
      </div>
    </Card>
  )
}

function Pending({ listing }: { listing: Listing }) {
  const [nowMs] = useState(() => Date.now())
  const retry = useWrite(retryListing)
  const mayRetry = useMay('listings:write')
  const { id } = listing
  return (
    <Callout
      tone="info"
      action={
        mayRetry &&
        listing.nextTryAt &&
        id !== null && (
          <Button
            size="xs"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate({ params: { id } })}
          >
            Try now
          </Button>
        )
      }
    >
      <span role="status">{pendingWords(listing, nowMs)} You can leave this page.</span>
    </Callout>
  )
}

function Said({ listing, answer, result }: Props & { result: NonNullable<Listing['result']> }) {
  return (
    <div>
      <p>
        <b>{answerWords(answer, markNames[listing.channel], result.saidBy)}</b>{' '}
        {result.code && <code className="mono">{result.code}</code>}{' '}
        <span className="small subtle">{dateTime(result.at)}</span>
      </p>
      {answer === 'stopped' && <p className="small subtle">Motto found problems, so it wasn’t sent.</p>}
      {result.reason && <p className="muted">{result.reason}</p>}
      {result.warnings.map((warning) => (
        <p key={warning} className="small subtle">
          {warning}
        </p>
      ))}
    </div>
  )
}
