import { Button } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { type DriftRule, listDrift, readBack, saveDriftRule, settleDrift } from '#contract/sync/drift.ts'
import { rowShortcuts } from '#web/actions/shortcut-help.ts'
import { isPressed } from '#web/actions/shortcuts.ts'
import { toProduct } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ago, dateTime, number, plural } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from './integrations.module.css'

type Drift = CallReply<typeof listDrift>['data'][number]
type As = 'ours' | 'theirs'

const rules = (name: string): { value: DriftRule; label: string }[] => [
  { value: 'ask', label: 'Ask every time' },
  { value: 'ours', label: 'Always keep Motto’s quantity' },
  { value: 'theirs', label: `Always keep ${name}’s quantity` },
]
const isRule = (value: string | null): value is DriftRule => value === 'ask' || value === 'ours' || value === 'theirs'

/** Numbers that somebody else changed on the channel: ours stands, theirs can be counted instead. */
export function DriftCard({ channel, integrationId }: { channel: ChannelId; integrationId: number }) {
  const name = markNames[channel]
  const drifts = useRead(listDrift, { params: { channel }, query: { integrationId } })
  const writer = useMay('products:write')
  const manager = useMay('integrations:write')
  const [chosen, setChosen] = useState<Set<number>>(new Set())
  const settle = useWrite(settleDrift, {
    onSuccess: (_, { body }) => {
      setChosen(new Set())
      toast.success('Resolved', { detail: plural(body?.ids.length ?? 0, 'difference') })
    },
  })
  const rule = useWrite(saveDriftRule, { onSuccess: () => toast.success('Saved') })
  const read = useWrite(readBack, { onSuccess: () => toast.success(`Checking quantities on ${name}`) })
  const open = drifts.data?.data.filter(({ state }) => state === 'open') ?? []
  const picked = open.filter(({ id }) => chosen.has(id))
  const send = (rows: readonly Drift[], as: As) => {
    if (rows.length > 0 && writer && !settle.isPending) settle.mutate({ body: { ids: rows.map(({ id }) => id), as } })
  }
  /** O or T on a row's buttons settles it, or all that are chosen. */
  const press = (event: KeyboardEvent, row: Drift) => {
    const as: As | undefined = isPressed(rowShortcuts.ours, event)
      ? 'ours'
      : isPressed(rowShortcuts.theirs, event)
        ? 'theirs'
        : undefined
    if (!as || event.altKey) return
    event.preventDefault()
    send(picked.length > 0 ? picked : [row], as)
  }
  if (drifts.isError && !drifts.data) return <ErrorState error={drifts.error} retry={() => void drifts.refetch()} />
  return (
    <Card
      title={`Quantity changes made on ${name}`}
      padded={false}
      actions={
        <>
          {manager && (
            <Button
              size="xs"
              variant="default"
              loading={read.isPending}
              onClick={() => read.mutate({ params: { channel }, body: { integrationId } })}
            >
              Check now
            </Button>
          )}
          <Select
            size="xs"
            aria-label={`When a quantity changes on ${name}`}
            data={rules(name)}
            value={drifts.data?.rule ?? 'ask'}
            disabled={!manager || !drifts.data}
            allowDeselect={false}
            onChange={(value) =>
              isRule(value) && rule.mutate({ params: { channel }, body: { rule: value, integrationId } })
            }
          />
        </>
      }
      footer={
        open.length > 0 &&
        writer && (
          <>
            <span className={`subtle small ${classes.settling}`}>
              “Motto’s” restores your quantity on {name}. “{name}’s” adjusts your stock in Motto and on every channel.
              Shortcuts: O for Motto’s, T for {name}’s.
            </span>
            {picked.length > 0 && (
              <span className="row">
                <Button variant="default" onClick={() => send(picked, 'ours')}>
                  Keep Motto’s ({picked.length})
                </Button>
                <Button variant="default" onClick={() => send(picked, 'theirs')}>
                  Keep {name}’s ({picked.length})
                </Button>
              </span>
            )}
          </>
        )
      }
    >
      <DataTable
        label={`Quantity changes made on ${name}`}
        columns={columnsOf(name, send, press, writer)}
        rows={drifts.data?.data}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.sku}
        {...(writer && open.length > 0 ? { selected: chosen, onSelect: setChosen } : {})}
        empty={
          <p className={classes.none}>
            No quantity changes on {name}.{' '}
            {drifts.data?.readAt
              ? `Quantities were checked ${ago(drifts.data.readAt)}.`
              : 'Quantities are checked every night.'}
          </p>
        }
      />
    </Card>
  )
}

const columnsOf = (
  name: string,
  send: (rows: readonly Drift[], as: As) => void,
  press: (event: KeyboardEvent, row: Drift) => void,
  writer: boolean,
): readonly Column<Drift>[] => [
  {
    key: 'sku',
    header: 'SKU',
    phone: 'title',
    render: (row) => (
      <Link {...toProduct(row.productId)}>
        <span className="mono">{row.sku}</span> <span className="subtle">{row.title}</span>
      </Link>
    ),
  },
  { key: 'ours', header: 'Motto', align: 'right', render: (row) => number(row.ours) },
  { key: 'theirs', header: name, align: 'right', render: (row) => number(row.theirs) },
  { key: 'when', header: 'Found', render: (row) => <span title={dateTime(row.foundAt)}>{ago(row.foundAt)}</span> },
  {
    key: 'settle',
    header: <span className="sr-only">{writer ? 'Resolve' : 'Status'}</span>,
    label: writer ? 'Resolve' : 'Status',
    align: 'right',
    render: (row) =>
      row.state === 'open' && writer ? (
        <span className="row">
          <Button
            size="xs"
            variant="default"
            aria-label={`Motto’s for ${row.sku}`}
            onKeyDown={(event) => press(event, row)}
            onClick={() => send([row], 'ours')}
          >
            Motto’s
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`${name}’s for ${row.sku}`}
            onKeyDown={(event) => press(event, row)}
            onClick={() => send([row], 'theirs')}
          >
            {name}’s
          </Button>
        </span>
      ) : (
        <span className="muted">{row.state === 'open' ? 'Open' : row.state === 'ours' ? 'Motto’s' : `${name}’s`}</span>
      ),
  },
]
