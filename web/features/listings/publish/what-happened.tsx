import { Button } from '@mantine/core'
import { useState } from 'react'
import { retryListing } from '#contract/listings.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { markNames } from '#web/ui/channel-mark.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Card } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useGoToField } from './findings.tsx'
import { ThereLink } from '../list/listing-cells.tsx'
import { type Listing, pendingWords, pushedWords, stateOf } from '../listing-state.ts'
import classes from '../listings.module.css'
import { whereToFix } from './where-to-fix.ts'

/** What the channel last said, what it shows, and what is on its way. */
export function WhatHappened({ listing }: { listing: Listing }) {
  const { result, pending } = listing
  const { word, tone } = stateOf(listing)
  return (
    <Card title="What happened" actions={<StatusChip tone={tone}>{word}</StatusChip>}>
      <div className="stack">
        {pending && <Pending listing={listing} />}
        {result && <Said listing={listing} result={result} />}
        {!result && !pending && <p className="subtle">Nothing was sent to {markNames[listing.channel]} yet.</p>}
        <Facts>
          {listing.pushedQuantity !== null && (
            <>
              <dt>Quantity there</dt>
              <dd>{pushedWords(listing)}</dd>
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
              <dt>Number there</dt>
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

function Said({ listing, result }: { listing: Listing; result: NonNullable<Listing['result']> }) {
  const words = { fulfilled: 'Done', rejected: `Refused by ${markNames[listing.channel]}`, queued: 'Waiting' }[
    result.status
  ]
  const wrong = Object.entries(result.fields)
  const place = {
    productId: listing.productId,
    templateId: listing.templateId,
    channel: listing.channel,
    inTemplate: true,
  }
  const go = useGoToField(place)
  return (
    <div>
      <p>
        <b>{words}</b> {result.code && <code className="mono">{result.code}</code>}{' '}
        <span className="small subtle">{dateTime(result.at)}</span>
      </p>
      {result.reason && !wrong.length && <p className="muted">{result.reason}</p>}
      {wrong.length > 0 && (
        <ul className={classes.wrong}>
          {wrong.map(([field, sentence]) => {
            const { name } = whereToFix(field, place)
            return (
              <li key={field}>
                <button type="button" className="link" onClick={() => go(field)}>
                  {name}
                </button>
                : {sentence}
              </li>
            )
          })}
        </ul>
      )}
      {result.warnings.map((warning) => (
        <p key={warning} className="small subtle">
          {warning}
        </p>
      ))}
    </div>
  )
}
