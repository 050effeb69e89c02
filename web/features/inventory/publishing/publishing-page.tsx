import { Button } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { waitWords } from '#domain/listings/waits.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { call } from '#web/call.ts'
import { sentenceOf } from '#web/form/change-sets/watch.ts'
import { useMay } from '#web/may.tsx'
import { saveCsv } from '#web/ui/charts/csv-file.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { dateTime, number, plural, time } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { JobProgress } from '#web/ui/layout/job-progress.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { Groups } from './groups.tsx'
import classes from './publishing.module.css'
import { failedTitle, isMoving, namesOf, type Run, stateOf, sum } from './words.ts'

import * as contract from '#contract/publishing.ts'

type Item = CallReply<typeof contract.listPublishItems>['data'][number]

const limit = 50
const perFile = 500
const lookMs = 1500
const perMs = 200
const crumbs = [
  { label: 'Inventory', to: linkTo({ to: '/inventory' }) },
  { label: 'Publish runs', to: linkTo({ to: '/inventory/publishing' }) },
]

/** Many products that are listed at once: what stands in their way, how far they are, and what failed. */
export function PublishingPage() {
  const id = Number(useParams({ from: '/inventory/publishing/$runId' }).runId)
  const known = Number.isInteger(id) && id > 0
  const runQuery = useRead(contract.getPublishing, { params: { id } }, { enabled: known })
  const run = runQuery.data
  const moving = run !== undefined && isMoving(run)
  const { refetch, dataUpdatedAt: looked } = runQuery
  const size = run?.total ?? 0
  useEffect(() => {
    if (!moving) return undefined
    // Counting millions takes a while: the next look begins so long after the last answer, and later the more there is to count.
    const timer = setTimeout(() => void refetch(), Math.max(lookMs, size / perMs))
    return () => clearTimeout(timer)
  }, [moving, refetch, size, looked])
  if (run)
    return (
      <Page
        key="found"
        title={`List ${plural(run.products, 'product')}`}
        crumbs={crumbs}
        flush
        actions={<Actions run={run} />}
        below={<Facts run={run} />}
      >
        {run.groups.length > 0 && <Problems run={run} />}
        {sum(run, 'blocked', 'refused') > 0 && <Failed run={run} />}
      </Page>
    )
  return (
    <Page title="Publish products" crumbs={crumbs}>
      {!known || runQuery.error?.status === 404 ? (
        <EmptyState title="Publish run not found" drawing={false}>
          It expired after 30 days, or it belongs to another organization.
        </EmptyState>
      ) : runQuery.isError ? (
        <ErrorState error={runQuery.error} retry={() => void runQuery.refetch()} />
      ) : (
        <TableSkeleton label="Products, loading" rows={8} />
      )}
    </Page>
  )
}

/** Problems by cause; the one whose products are shown stands in the address, so that a link leads there. */
function Problems({ run }: { run: Run }) {
  const { problem } = useSearch({ from: '/inventory/publishing/$runId' })
  const navigate = useNavigate({ from: '/inventory/publishing/$runId' })
  const open = (next?: string) =>
    void navigate({ search: (before) => ({ ...before, problem: next }), replace: true, resetScroll: false })
  return <Groups run={run} open={problem} onOpen={open} />
}

/** What may be done with it in the state it is in. */
export function Actions({ run }: { run: Run }) {
  const mayList = useMay('listings:write')
  const start = useWrite(contract.startPublishing)
  const pause = useWrite(contract.pausePublishing)
  const recheck = useWrite(contract.recheckPublishing)
  const cancel = useWrite(contract.cancelPublishing)
  if (!mayList) return null
  const busy = [start, pause, recheck, cancel].some(({ isPending }) => isPending)
  const input = { params: { id: run.id } }
  const ready = sum(run, 'ready', 'unchecked')
  const stop = async () => {
    const question = {
      title: 'Stop publishing?',
      body: 'Products already published stay live.',
      confirm: 'Stop publishing',
      cancel: 'Keep publishing',
    }
    if (await confirm(question)) cancel.mutate(input)
  }
  const { state } = run
  return (
    <>
      {state !== 'done' && state !== 'cancelled' && (
        <Button variant="default" size="xs" disabled={busy} onClick={() => void stop()}>
          Cancel
        </Button>
      )}
      {sum(run, 'blocked', 'refused') > 0 && ['ready', 'running', 'paused', 'done'].includes(state) && (
        <Button variant="default" size="xs" loading={recheck.isPending} onClick={() => recheck.mutate(input)}>
          {state === 'running' ? 'Check again and publish' : 'Check again'}
        </Button>
      )}
      {state === 'running' && (
        <Button variant="default" size="xs" loading={pause.isPending} onClick={() => pause.mutate(input)}>
          Pause
        </Button>
      )}
      {(state === 'ready' || state === 'paused') && ready > 0 && (
        <Button size="xs" loading={start.isPending} onClick={() => start.mutate(input)}>
          {state === 'paused' ? `Publish ${number(ready)} more` : `Publish ${plural(ready, 'listing')}`}
        </Button>
      )}
    </>
  )
}

function Facts({ run }: { run: Run }) {
  const of = (channel: Run['accounts'][number]['channel']) =>
    run.accounts.filter((account) => account.channel === channel).length > 1
  return (
    <div className={classes.facts}>
      <p className={classes.line}>
        <StatusChip of={stateOf(run)} />
        <span className="muted">
          {run.userName && `${run.userName}, `}
          {dateTime(run.createdAt)}
        </span>
      </p>
      <ul className={classes.channels}>
        {run.accounts.map(({ integrationId, channel, account, counts, waits }) => {
          const name = of(channel) ? `${markNames[channel]}: ${account}` : markNames[channel]
          const { unchecked, ready, blocked, asked, listed, refused, dropped } = counts
          const total = unchecked + ready + blocked + asked + listed + refused + dropped
          const parts = [
            unchecked && `${number(unchecked)} to check`,
            ready && `${number(ready)} ready`,
            blocked && `${number(blocked)} blocked`,
            asked && `${number(asked)} publishing`,
            listed && `${number(listed)} live`,
            refused && `${number(refused)} rejected`,
            dropped && `${number(dropped)} skipped`,
          ].filter(Boolean)
          const why = waits ? `. ${waitWords(waits, markNames[channel])}, until ${time(waits.until)}.` : ''
          return (
            <li key={integrationId}>
              <JobProgress
                title={name}
                mark={<ChannelMark channel={channel} named />}
                done={listed}
                failed={refused}
                total={total}
                message={`${parts.join(', ')}${why}`}
                running={false}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What would be refused, or was, product by product, and as a file. */
function Failed({ run }: { run: Run }) {
  const title = failedTitle(run)
  const { offset = 0 } = useSearch({ from: '/inventory/publishing/$runId' })
  const navigate = useNavigate({ from: '/inventory/publishing/$runId' })
  const failed = useRead(
    contract.listPublishItems,
    { params: { id: run.id }, query: { failed: 'yes', offset, limit } },
    { keepPrevious: true },
  )
  return (
    <section aria-label={title}>
      <div className={`${classes.section} ${classes.line}`}>
        <h2>{title}</h2>
        <Button variant="default" size="xs" onClick={() => void saveFailed(run)}>
          Download as CSV
        </Button>
      </div>
      {failed.isError && !failed.data ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : (
        <DataTable
          wide
          label={title}
          columns={columns}
          rows={failed.data?.data}
          rowKey={({ productId, integrationId }) => `${productId} ${integrationId}`}
          stale={failed.isPlaceholderData}
          page={{
            offset,
            limit,
            items: failed.data?.items ?? 0,
            onChange: (next) => void navigate({ search: (before) => ({ ...before, offset: next || undefined }) }),
          }}
          empty={<EmptyState title="No products" drawing={false} />}
        />
      )}
    </section>
  )
}

async function saveFailed(run: Run): Promise<void> {
  const { id } = run
  const nameOf = namesOf(run)
  const rows: Item[] = []
  try {
    for (let items = 1; rows.length < items; ) {
      const query = { failed: 'yes' as const, offset: rows.length, limit: perFile }
      const page = await call(contract.listPublishItems, { params: { id }, query })
      rows.push(...page.data)
      items = page.data.length > 0 ? page.items : 0
    }
  } catch (error) {
    return toast.error(sentenceOf(error, 'Couldn’t create the file.'))
  }
  saveCsv(
    'not-listed.csv',
    ['SKU', 'Title', 'Channel', 'Account', 'Field', 'Reason'],
    rows.flatMap(({ sku, title, channel, account, errors }) =>
      Object.entries(errors).map(([field, reason]) => [
        sku,
        title,
        markNames[channel],
        account,
        nameOf(channel, field),
        reason,
      ]),
    ),
  )
}

const columns: readonly Column<Item>[] = [
  {
    key: 'sku',
    header: 'SKU',
    phone: 'title',
    render: ({ productId, sku, channel }) => (
      <Link
        className="mono"
        to="/product/$productId/publish/{-$channel}"
        params={{ productId: String(productId), channel }}
      >
        {sku}
      </Link>
    ),
  },
  {
    key: 'channel',
    header: <span className="sr-only">Channel</span>,
    width: 20,
    phone: 'corner',
    render: ({ channel }) => <ChannelMark channel={channel} />,
  },
  {
    key: 'title',
    header: 'Title',
    phone: 'wide',
    render: ({ title }) => title || <span className="subtle">No title</span>,
  },
  { key: 'errors', header: 'Reason', phone: 'wide', render: ({ errors }) => Object.values(errors).join(' ') },
]
