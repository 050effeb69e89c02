import { useParams } from '@tanstack/react-router'
import { webhookEventNames } from '#contract/webhooks/events.ts'
import { listWebhooks } from '#contract/webhooks/webhooks.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card, Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Deliveries } from './deliveries.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { type Webhook, problemOf, stateOf } from './webhook-words.ts'
import classes from './webhooks.module.css'

const crumbs = [
  { label: 'Account', to: linkTo({ to: '/account' }) },
  { label: 'Webhooks', to: linkTo({ to: '/account/webhooks' }) },
]

/** One endpoint: what it gets, what it answered, and what can be done about it. */
export function WebhookPage() {
  const { webhookId } = useParams({ from: '/account/webhooks/$webhookId' })
  const may = useMay('organization:write')
  const webhooks = useRead(listWebhooks, {}, { enabled: may })
  const webhook = webhooks.data?.find(({ id }) => id === Number(webhookId))
  return (
    <Page title="Webhook" crumbs={crumbs} actions={webhook && <WebhookActions webhook={webhook} />}>
      {!may ? (
        <LookOnly needs="organization:write" />
      ) : webhook ? (
        <div className="stack">
          <Summary webhook={webhook} />
          <Deliveries webhook={webhook} />
        </div>
      ) : webhooks.data ? (
        <EmptyState title="Webhook not found" drawing={false}>
          It may have been deleted.
        </EmptyState>
      ) : webhooks.isError ? (
        <ErrorState error={webhooks.error} retry={() => void webhooks.refetch()} />
      ) : (
        <FormSkeleton fields={3} height={280} label="Loading the webhook" />
      )}
    </Page>
  )
}

function Summary({ webhook }: { webhook: Webhook }) {
  const { url, description, types, formerUntil, state } = webhook
  const problem = problemOf(webhook)
  return (
    <Card title="Endpoint">
      <div className="stack">
        {problem && <Callout tone={state === 'ended' ? 'danger' : 'warning'}>{problem}</Callout>}
        <p>
          <span className={classes.url}>{url}</span> <StatusChip of={stateOf(webhook)} />
        </p>
        {description && <p>{description}</p>}
        <p className="muted">Events: {types.length === webhookEventNames.length ? 'all' : types.join(', ')}</p>
        {formerUntil && (
          <p className="muted">Events are also signed with the former secret until {dateTime(formerUntil)}.</p>
        )}
      </div>
    </Card>
  )
}
