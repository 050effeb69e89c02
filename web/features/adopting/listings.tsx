import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { decideFound, listFound, settleQuantities, unlinkFound } from '#contract/adopting/adopting.ts'
import type { AdoptingTab, Doubt } from '#contract/adopting/names.ts'
import { toAdopting } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { number, plural } from '#web/ui/format.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import classes from './adopting.module.css'
import { type Act, barredOf, columnsOf, verbOf } from './columns.tsx'
import { LinkTo } from './link-to.tsx'
import type { ToMake } from './make-form.tsx'
import { MakeProducts } from './make-products.tsx'
import { QueueHead } from './queue-head.tsx'
import { firstWithWork, queues, queueToShow } from './queues.ts'
import { Rail } from './rail.tsx'
import type { State } from './state.ts'
import type { Found } from './words.ts'

const PAGE = 50

export interface Props {
  state: State
  name: string
  params: { integrationId: number }
  manager: boolean
}

type Group = { ids: number[] } | { tab: AdoptingTab; doubt?: Doubt | undefined }

/** Does what was decided: for some, or for all of a tab with one reason. */
function useActs(
  { params, name }: Pick<Props, 'params' | 'name'>,
  { done, make }: { done: () => void; make: (which: Group) => void },
) {
  const decide = useWrite(decideFound, {
    onSuccess: ({ decided }, { body }) => {
      done()
      toast.success(`${number(decided)} ${decidedWords[body?.as ?? 'open']}`)
    },
  })
  const settle = useWrite(settleQuantities, { onSuccess: done })
  const unlink = useWrite(unlinkFound, {
    onSuccess: ({ unlinked, counted }, { body }) => {
      done()
      toast.success(
        body && 'all' in body
          ? `Unlinking ${plural(unlinked, 'listing')}.`
          : unlinked === 1
            ? 'Unlinked'
            : `${number(unlinked)} listings unlinked.`,
        counted > 0
          ? {
              detail: `Quantities taken from ${name} stay. Check them in Inventory.`,
            }
          : {},
      )
    },
  })
  const isBusy = decide.isPending || settle.isPending || unlink.isPending
  const act = (which: Group, as: Act) => {
    const isQuick = 'ids' in which && (as === 'link' || as === 'alone' || as === 'open')
    // Decisions on rows may overtake each other: whoever decides with keys is faster than the answers.
    if (isBusy && !isQuick) return
    if (as === 'make') make(which)
    else if (as === 'ours' || as === 'theirs') settle.mutate({ params, body: { which, as } })
    else if (as === 'unlink') void undo(which)
    else if (as !== 'choose') decide.mutate({ params, body: { which, as } })
  }
  const undo = async (which: Group) => {
    if ('ids' in which) return unlink.mutate({ params, body: which })
    const yes = await confirm({
      title: 'Unlink all listings?',
      body: `Listings that you linked here go back to review, and their quantities no longer sync. Nothing changes on ${name}.`,
      confirm: 'Unlink all',
      danger: true,
    })
    if (yes) unlink.mutate({ params, body: { all: true } })
  }
  return { act, isBusy }
}
const decidedWords = { link: 'ready to link', alone: 'ignored', open: 'back in review' }

/** The queue that the address names, or the one where work waits; it stays open until it is done. */
function useQueue({ counts, read }: State): AdoptingTab {
  const { tab } = useSearch({ from: '/adopt/{-$integrationId}' })
  const [open, setOpen] = useState<AdoptingTab>()
  if (tab) return tab
  const shown = queueToShow(counts, open)
  // A scan that still runs fills one queue after the other.
  if (shown !== open && read?.state !== 'reading') setOpen(shown)
  return shown
}

/** The listings of one queue, there and here side by side. */
export function Listings({ state, name, params, manager }: Props) {
  const { doubt, offset = 0 } = useSearch({ from: '/adopt/{-$integrationId}' })
  const tab = useQueue(state)
  const navigate = useNavigate({ from: '/adopt/{-$integrationId}' })
  const rows = useRead(listFound, { params, query: { tab, doubt, offset, limit: PAGE } }, { keepPrevious: true })
  const [chosen, setChosen] = useState<Set<number>>(new Set())
  const all = rows.data?.items ?? 0
  const [making, setMaking] = useState<ToMake>()
  const [choosing, setChoosing] = useState<Found>()
  const { act, isBusy } = useActs(
    { params, name },
    {
      done: () => setChosen(new Set()),
      make: (which) => setMaking({ which, count: 'ids' in which ? which.ids.length : all }),
    },
  )
  const actOn = (row: Found, as: Act) => (as === 'choose' ? setChoosing(row) : act({ ids: [row.id] }, as))
  const picked = (rows.data?.data ?? []).filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const label = queues.find((queue) => queue.tab === tab)?.label ?? 'Listings'
  return (
    <div className={classes.queues}>
      <Rail counts={state.counts} params={params} tab={tab} />
      <div className={classes.queue}>
        {making && <MakeProducts {...making} {...{ name, params }} onClose={() => setMaking(undefined)} />}
        {choosing && <LinkTo row={choosing} {...{ name, params }} onClose={() => setChoosing(undefined)} />}
        <QueueHead
          {...{ state, name, params, tab, doubt, all, isBusy }}
          act={manager ? (as) => act({ tab, doubt }, as) : undefined}
        />
        {rows.isError && !rows.data ? (
          <ErrorState error={rows.error} retry={() => void rows.refetch()} />
        ) : (
          <DataTable
            wide
            label={label}
            columns={columnsOf({ name, tab, act: manager ? actOn : undefined })}
            rows={rows.data?.data}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.title}
            stale={rows.isPlaceholderData}
            {...(manager ? { selected: chosen, onSelect: setChosen } : {})}
            {...(tab === 'new' ? { unselectable: barredOf } : {})}
            page={{
              offset,
              limit: PAGE,
              items: all,
              onChange: (next) => void navigate({ search: { tab, doubt, offset: next || undefined } }),
            }}
            footer={
              picked.length > 0 && (
                <Bulk tab={tab} name={name} count={picked.length} act={(as) => act({ ids: picked }, as)} />
              )
            }
            empty={<Nothing {...{ state, params, tab }} />}
          />
        )}
      </div>
    </div>
  )
}

/** An empty queue leads to the next one with work. */
function Nothing({ state, params, tab }: Pick<Props, 'state' | 'params'> & { tab: AdoptingTab }) {
  const next = firstWithWork(state.counts)
  return (
    <p className={classes.none}>
      {nothing[tab]}{' '}
      {next && next.tab !== tab && (
        <Link {...toAdopting(params.integrationId, { tab: next.tab })}>
          {number(next.work(state.counts))} waiting in {next.label}
        </Link>
      )}
    </p>
  )
}

const nothing: Record<AdoptingTab, string> = {
  look: 'Nothing to review.',
  linked: 'No linked listings yet.',
  differs: 'All linked quantities match.',
  new: 'All listings on this channel are in Motto.',
  alone: 'No ignored listings.',
}

function Bulk({ tab, name, count, act }: { tab: AdoptingTab; name: string; count: number; act: (as: Act) => void }) {
  return (
    <>
      {chosenVerbs[tab].map((as) => (
        <Button key={as} variant="default" size="xs" onClick={() => act(as)}>
          {verbOf(as, name)} {as === 'open' || as === 'ours' || as === 'theirs' ? 'for ' : ''}
          {number(count)}
        </Button>
      ))}
    </>
  )
}

const chosenVerbs: Record<AdoptingTab, Act[]> = {
  look: ['link', 'alone'],
  linked: ['unlink'],
  differs: ['ours', 'theirs'],
  new: ['make', 'alone'],
  alone: ['open'],
}
