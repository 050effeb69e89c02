import { Button } from '@mantine/core'
import { useState } from 'react'
import { webhookEventNames } from '#contract/webhooks/events.ts'
import { MOST_ENDPOINTS, createWebhook, listWebhooks } from '#contract/webhooks/webhooks.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { NewSecret } from '#web/ui/dialogs/new-secret.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card, Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { type Webhook, stateOf } from './webhook-words.ts'
import classes from './webhooks.module.css'

const crumbs = [{ label: 'Account', to: linkTo({ to: '/account' }) }]

/** Where the organization's events are sent. */
export function WebhooksPage() {
  const may = useMay('organization:write')
  if (may) return <Webhooks />
  return (
    <Page title="Webhooks" crumbs={crumbs}>
      <LookOnly needs="organization:write" />
    </Page>
  )
}

function Webhooks() {
  const webhooks = useRead(listWebhooks)
  const [isCreating, setIsCreating] = useState(false)
  const all = webhooks.data
  const isFull = (all?.length ?? 0) >= MOST_ENDPOINTS
  const create = (
    <Button
      leftSection={<Icon name="plus" />}
      disabled={isFull}
      title={isFull ? `You can have up to ${MOST_ENDPOINTS} webhooks. Delete one first.` : undefined}
      onClick={() => setIsCreating(true)}
    >
      Create webhook
    </Button>
  )
  return (
    <Page title="Webhooks" crumbs={crumbs} actions={all && all.length > 0 && create}>
      {all ? (
        all.length > 0 ? (
          <Card title="Endpoints" padded={false}>
            <DataTable label="Webhooks" rows={all} rowKey={({ id }) => String(id)} columns={columns} empty={null} />
          </Card>
        ) : (
          <EmptyState title="No webhooks yet" actions={create} drawing={false}>
            A webhook tells your own program when something changes in Motto, such as a new order or a stock level.
          </EmptyState>
        )
      ) : webhooks.isError ? (
        <ErrorState error={webhooks.error} retry={() => void webhooks.refetch()} />
      ) : (
        <FormSkeleton fields={3} height={280} label="Loading webhooks" />
      )}
      {isCreating && <CreateWebhook onClose={() => setIsCreating(false)} />}
    </Page>
  )
}

const columns = [
  {
    key: 'url',
    header: 'URL',
    phone: 'title' as const,
    render: ({ id, url, description }: Webhook) => (
      <span>
        <Link className={classes.url} to="/account/webhooks/$webhookId" params={{ webhookId: String(id) }}>
          {url}
        </Link>
        {description && <br />}
        <span className="small subtle">{description}</span>
      </span>
    ),
  },
  { key: 'events', header: 'Events', render: eventsOf },
  {
    key: 'state',
    header: 'Status',
    phone: 'bare' as const,
    render: (row: Webhook) => <StatusChip of={stateOf(row)} />,
  },
  { key: 'waiting', header: 'Queued', align: 'right' as const, render: ({ waiting }: Webhook) => number(waiting) },
  { key: 'failed', header: 'Failed', align: 'right' as const, render: ({ failed }: Webhook) => number(failed) },
]

function eventsOf({ types }: Webhook): string {
  if (types.length === webhookEventNames.length) return 'All events'
  return types.length > 3 ? `${types.slice(0, 2).join(', ')} and ${types.length - 2} more` : types.join(', ')
}

/** Asks where to send what, then shows the secret this once. */
function CreateWebhook({ onClose }: { onClose: () => void }) {
  const create = useWrite(createWebhook, { quiet: true })
  if (create.data)
    return <NewSecret title="Your webhook’s secret" noun="secret" secret={create.data.secret} onSaved={onClose} />
  return (
    <WebhookForm
      title="Create webhook"
      action="Create webhook"
      start={{ url: '', description: '', types: [] }}
      busy={create.isPending}
      error={create.error}
      onClose={onClose}
      onSave={(body) => create.mutate({ body })}
    />
  )
}
