import { useInterval } from '@mantine/hooks'
import { useEffect } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { getUpgrade } from '#contract/organizations/upgrade.ts'
import { upgradeStates } from '#domain/words/states.ts'
import { useRead } from '#web/api.ts'
import { dateTime, number } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from '../organization.module.css'

type Step = CallReply<typeof getUpgrade>['steps'][number]

const LOOK_MS = 5_000
const kinds: Record<Step['kind'], string> = {
  expand: 'Adds tables and columns',
  index: 'Builds indexes',
  backfill: 'Changes rows',
  contract: 'Removes what is no longer used',
}

const columns: readonly Column<Step>[] = [
  { key: 'name', header: 'Step', phone: 'title', render: ({ name }) => <span className="mono">{name}</span> },
  { key: 'kind', header: 'What it does', render: ({ kind }) => kinds[kind] },
  { key: 'state', header: 'Status', render: ({ state }) => <StatusChip of={upgradeStates[state]} /> },
  { key: 'rows', header: 'Rows', align: 'right', render: progressOf },
  { key: 'error', header: 'Last error', render: ({ error }) => error || <span className="subtle">–</span> },
  {
    key: 'startedAt',
    header: 'Started',
    // A step that waits has only been noted.
    render: ({ state, startedAt }) => (state === 'waiting' ? <span className="subtle">–</span> : dateTime(startedAt)),
  },
  {
    key: 'finishedAt',
    header: 'Finished',
    render: ({ finishedAt }) => (finishedAt ? dateTime(finishedAt) : <span className="subtle">–</span>),
  },
]

function progressOf({ kind, state, rows, rowsExpected }: Step) {
  if (kind !== 'backfill') return <span className="subtle">–</span>
  return state === 'done' || rowsExpected === 0 ? number(rows) : `${number(rows)} of about ${number(rowsExpected)}`
}

/** It stands there before the answer, too, so that the table does not move. */
function sentenceOf(upgrade: CallReply<typeof getUpgrade> | undefined, isRunning: boolean): string {
  if (!upgrade) return 'Loading the steps of the upgrade…'
  return isRunning
    ? `Motto ${upgrade.version} is upgrading the database. You can keep working meanwhile.`
    : `The database is up to date with Motto ${upgrade.version}.`
}

/** How far the upgrade of the database is. While a step runs, it looks again by itself. */
export function UpgradeSteps() {
  const upgrade = useRead(getUpgrade)
  const isRunning = upgrade.data?.steps.some(({ state }) => state === 'running') ?? false
  const { start, stop } = useInterval(() => void upgrade.refetch(), LOOK_MS)
  useEffect(() => {
    if (isRunning) start()
    return stop
  }, [isRunning, start, stop])
  if (upgrade.isError && !upgrade.data) return <ErrorState error={upgrade.error} retry={() => void upgrade.refetch()} />
  return (
    <>
      <div className={classes.gap}>
        <Callout tone={upgrade.data && !isRunning ? 'success' : 'info'}>{sentenceOf(upgrade.data, isRunning)}</Callout>
      </div>
      <DataTable
        label="Upgrade steps"
        wide
        columns={columns}
        rows={upgrade.data?.steps}
        rowKey={({ name }) => name}
        empty={
          <EmptyState title="No upgrade yet" drawing={false}>
            The steps of the next upgrade appear here.
          </EmptyState>
        }
      />
    </>
  )
}
