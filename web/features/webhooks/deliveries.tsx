import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { listDeliveries, replayDelivery, replayFailed } from '#contract/webhooks/webhooks.ts'
import { useRead, useWrite } from '#web/api.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ago, plural } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { type Delivery, type Webhook, answerOf, deliveryState } from './webhook-words.ts'

const A_PAGE = 25
const states = [
  { value: 'waiting', label: 'Queued or retrying' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
]

/** Every event of the last 30 days, newest first. */
export function Deliveries({ webhook: { id, failed } }: { webhook: Webhook }) {
  const { state, page = 1 } = useSearch({ from: '/account/webhooks/$webhookId' })
  const navigate = useNavigate({ from: '/account/webhooks/$webhookId' })
  const [opened, setOpened] = useState<Delivery>()
  const [isReplaying, setIsReplaying] = useState(false)
  const offset = (page - 1) * A_PAGE
  const params = { id }
  const log = useRead(listDeliveries, { params, query: { offset, limit: A_PAGE, state } }, { keepPrevious: true })
  const replay = useWrite(replayDelivery, { onSuccess: () => toast.success('Queued to be sent again') })
  const replayMany = useWrite(replayFailed, {
    onSuccess: ({ count }) => toast.success(`${plural(count, 'event')} queued to be sent again`),
  })
  const columns = [
    { key: 'type', header: 'Event', phone: 'title' as const, render: EventName },
    { key: 'at', header: 'Time', render: ({ at }: Delivery) => ago(at) },
    { key: 'state', header: 'Status', phone: 'corner' as const, render: State },
    { key: 'attempts', header: 'Attempts', align: 'right' as const, render: ({ attempts }: Delivery) => attempts },
    {
      key: 'answer',
      header: 'Last answer',
      render: (row: Delivery) => <span className="small subtle">{answerOf(row).slice(0, 80)}</span>,
    },
    {
      key: 'do',
      header: '',
      label: 'Actions',
      align: 'right' as const,
      render: (row: Delivery) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Details of ${row.type} ${row.id}`}
          onClick={() => setOpened(row)}
        >
          Details
        </Button>
      ),
    },
  ]
  return (
    <Card
      title="Deliveries"
      padded={false}
      actions={
        <>
          {failed > 0 && (
            <Button size="xs" variant="default" onClick={() => setIsReplaying(true)}>
              Send failed again
            </Button>
          )}
          <Select
            aria-label="Status"
            placeholder="All"
            size="xs"
            w={180}
            clearable
            data={states}
            value={state ?? null}
            onChange={(value) => void navigate({ search: { state: (value as Delivery['state'] | null) ?? undefined } })}
          />
        </>
      }
    >
      {log.isError && !log.data ? (
        <ErrorState error={log.error} retry={() => void log.refetch()} />
      ) : log.data?.items === 0 ? (
        <p className="subtle" style={{ padding: 16 }}>
          {state ? 'No deliveries match.' : 'No events yet. They appear here as they happen.'}
        </p>
      ) : (
        <DataTable
          label="Deliveries"
          rows={log.data?.data}
          rowKey={(row) => String(row.id)}
          stale={log.isPlaceholderData}
          columns={columns}
          page={{
            offset,
            limit: A_PAGE,
            items: log.data?.items ?? 0,
            onChange: (next) => void navigate({ search: { state, page: next / A_PAGE + 1 } }),
          }}
        />
      )}
      {opened && (
        <DeliveryDialog
          delivery={opened}
          onClose={() => setOpened(undefined)}
          onReplay={() => {
            replay.mutate({ params: { id, deliveryId: opened.id } })
            setOpened(undefined)
          }}
        />
      )}
      {isReplaying && (
        <ReplayDialog
          onClose={() => setIsReplaying(false)}
          onReplay={(since) => {
            replayMany.mutate({ params, body: { since } })
            setIsReplaying(false)
          }}
        />
      )}
    </Card>
  )
}

const EventName = ({ type, record }: Delivery) => (
  <span>
    <b>{type}</b>
    <br />
    <span className="small subtle mono">{record}</span>
  </span>
)
const State = (row: Delivery) => <StatusChip of={deliveryState(row)} />
