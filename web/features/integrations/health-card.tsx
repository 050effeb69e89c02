import { Button } from '@mantine/core'
import type { ChannelId } from '#contract/channels/ids.ts'
import { type ReadinessItem, checkReadiness, connectionHealth, switchOn } from '#contract/integrations/health.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { switchStates } from '#domain/words/states.ts'
import { useRead, useWrite } from '#web/api.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { ago, date, dateTime, number } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './integrations.module.css'

type Calls = CallReply<typeof connectionHealth>['calls'][number]
interface Of {
  channel: ChannelId
  integrationId: number
  manager: boolean
}

/** What the seller must still switch on at the channel, and how many calls the channel allows. */
export function HealthCard({ channel, integrationId, manager }: Of) {
  const name = markNames[channel]
  const health = useRead(connectionHealth, { params: { channel }, query: { integrationId } })
  const check = useWrite(checkReadiness, { onSuccess: () => toast.success(`Checked ${name}`) })
  if (health.isError && !health.data) return <ErrorState error={health.error} retry={() => void health.refetch()} />
  const checkedAt = health.data?.checkedAt
  const calls = health.data?.calls.filter(({ used, blockedUntil }) => used > 0 || blockedUntil) ?? []
  return (
    <>
      <Card
        title="Account setup"
        padded={false}
        actions={
          <>
            {checkedAt && (
              <span className="subtle small" title={dateTime(checkedAt)}>
                checked {ago(checkedAt)}
              </span>
            )}
            {manager && (
              <Button
                size="xs"
                variant="default"
                loading={check.isPending}
                onClick={() => check.mutate({ params: { channel }, body: { integrationId } })}
              >
                Check again
              </Button>
            )}
          </>
        }
      >
        <DataTable
          label={`${name} account setup`}
          columns={itemColumns({ channel, integrationId, manager }, health.data?.readiness ?? [])}
          rows={health.data?.readiness}
          rowKey={({ id }) => id}
          empty={<p className={classes.none}>{checkedAt ? `${name} needs no setup.` : 'Not checked yet.'}</p>}
        />
      </Card>
      {health.data && <VersionLine name={name} {...health.data.api} />}
      {calls.length > 0 && (
        <Card title={`${name} daily API limit`} padded={false}>
          <DataTable
            label="Daily API calls"
            columns={callColumns}
            rows={calls}
            rowKey={({ lane, shared }) => `${lane} ${shared}`}
            empty={null}
          />
        </Card>
      )}
    </>
  )
}

/** @param servedUntil a day such as `2027-07-16` */
function VersionLine({ name, version, servedUntil }: { name: string; version: string; servedUntil: string | null }) {
  return (
    <p className="subtle small">
      Motto uses version {version} of {name}’s API
      {servedUntil
        ? `, which ${name} supports until ${date(`${servedUntil}T12:00:00Z`)}.`
        : `. ${name} has announced no end of its support.`}
    </p>
  )
}

/** @param rows those of the table: where nothing is to be done, no column says how */
const itemColumns = (of: Of, rows: readonly ReadinessItem[]): readonly Column<ReadinessItem>[] => [
  { key: 'title', header: 'Requirement', phone: 'bare', render: ({ title }) => title },
  { key: 'state', header: 'Status', phone: 'bare', render: ({ state }) => <StatusChip of={switchStates[state]} /> },
  ...(rows.some(({ detail }) => detail)
    ? [{ key: 'detail', header: 'How to fix', phone: 'wide' as const, render: ({ detail }: ReadinessItem) => detail }]
    : []),
  ...(rows.some(({ action }) => action)
    ? [
        {
          key: 'action',
          header: <span className="sr-only">Actions</span>,
          align: 'right' as const,
          phone: 'wide' as const,
          render: (item: ReadinessItem) => (of.manager && item.action ? <SwitchOn of={of} item={item} /> : null),
        },
      ]
    : []),
]

function SwitchOn({ of: { channel, integrationId }, item }: { of: Of; item: ReadinessItem }) {
  const on = useWrite(switchOn, { onSuccess: () => toast.success(`Requested on ${markNames[channel]}`) })
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${item.action}: ${item.title}`}
      loading={on.isPending}
      onClick={() => on.mutate({ params: { channel }, body: { integrationId, id: item.id } })}
    >
      {item.action}
    </Button>
  )
}

const callColumns: readonly Column<Calls>[] = [
  {
    key: 'lane',
    header: 'For',
    phone: 'title',
    render: ({ lane, shared }) => (
      <>
        {lane || 'All calls'}
        {shared && <span className="subtle"> all accounts combined</span>}
      </>
    ),
  },
  { key: 'used', header: 'Used', align: 'right', render: ({ used }) => number(used) },
  { key: 'allowed', header: 'Allowed', align: 'right', render: ({ allowed }) => number(allowed) },
  { key: 'forecast', header: 'Projected', align: 'right', render: ({ forecast }) => number(forecast) },
  {
    key: 'resets',
    header: 'Resets',
    phone: 'wide',
    render: ({ resetsAt, blockedUntil }) =>
      blockedUntil ? `Paused until ${dateTime(blockedUntil)}` : dateTime(resetsAt),
  },
]
