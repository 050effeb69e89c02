import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { decideFound, listFound, settleQuantities, unlinkFound } from '#contract/adopting/adopting.ts'
import type { AdoptingTab, Doubt } from '#contract/adopting/names.ts'
import { toAdopting } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { number } from '#web/ui/format.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import classes from './adopting.module.css'
import { type Act, barredOf, columnsOf } from './columns.tsx'
import { LinkTo } from './link-to.tsx'
import type { ToMake } from './make-form.tsx'
import { MakeProducts } from './make-products.tsx'
import type { State } from './state.ts'
import { doubtWords, type Found } from './words.ts'

const PAGE = 50

const tabs: { tab: AdoptingTab; label: string; count: (c: State['counts']) => number }[] = [
  { tab: 'look', label: 'Need a look', count: (c) => c.look },
  { tab: 'linked', label: 'Linked', count: (c) => c.linked },
  { tab: 'differs', label: 'Quantity differs', count: (c) => c.differs },
  { tab: 'new', label: 'Not in Motto', count: (c) => c.new },
  { tab: 'alone', label: 'Left alone', count: (c) => c.alone },
]

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
          ? `${number(unlinked)} links are being undone.`
          : unlinked === 1
            ? 'The link is undone.'
            : `${number(unlinked)} links are undone.`,
        counted > 0
          ? {
              detail: `${counted === 1 ? 'One took its number' : `${number(counted)} took their numbers`} from ${name}, and that count stays. Count again in the inventory if it is wrong.`,
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
      title: 'Undo all links?',
      body: `All listings that were linked from here are let go, and have to be decided again. Nothing changes on ${name}; their quantities are not kept in step any more.`,
      confirm: 'Undo all',
      danger: true,
    })
    if (yes) unlink.mutate({ params, body: { all: true } })
  }
  return { act, isBusy }
}
const decidedWords = { link: 'to be linked', alone: 'left alone', open: 'to be decided again' }

/** The listings of one tab, there and here side by side. */
export function Listings({ state, name, params, manager }: Props) {
  const { tab = 'look', doubt, offset = 0 } = useSearch({ from: '/adopt/{-$integrationId}' })
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
  const label = tabs.find((entry) => entry.tab === tab)?.label ?? 'Listings'
  return (
    <>
      <Tabs state={state} params={params} tab={tab} />
      {making && <MakeProducts {...making} {...{ name, params }} onClose={() => setMaking(undefined)} />}
      {choosing && <LinkTo row={choosing} {...{ name, params }} onClose={() => setChoosing(undefined)} />}
      <Together
        {...{ state, name, tab, doubt, all, isBusy }}
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
          footer={picked.length > 0 && <Bulk tab={tab} count={picked.length} act={(as) => act({ ids: picked }, as)} />}
          empty={<p className={classes.none}>{nothing[tab]}</p>}
        />
      )}
    </>
  )
}

const Tabs = ({ state, params, tab }: Pick<Props, 'state' | 'params'> & { tab: AdoptingTab }) => (
  <PageTabs
    label="Listings"
    tabs={tabs.map((entry) => ({
      label: entry.label,
      link: toAdopting(params.integrationId, { tab: entry.tab }),
      active: entry.tab === tab,
      count: <span className={classes.count}>{number(entry.count(state.counts))}</span>,
    }))}
  />
)

interface TogetherProps extends Pick<Props, 'state' | 'name'> {
  tab: AdoptingTab
  doubt: Doubt | undefined
  all: number
  isBusy: boolean
  act: ((as: Act) => void) | undefined
}

/** One reason is one decision: for all that share it. */
function Together({ state, name, tab, doubt, all, isBusy, act }: TogetherProps) {
  const navigate = useNavigate({ from: '/adopt/{-$integrationId}' })
  const both = (verbs: readonly (readonly [Act, string])[]) =>
    act &&
    all > 0 &&
    verbs.map(([as, label]) => (
      <Button key={as} variant="default" disabled={isBusy} onClick={() => act(as)}>
        {label}
      </Button>
    ))
  if (tab === 'differs')
    return (
      <div className={classes.filters}>
        <span className="subtle small grow">
          Ours is told to {name}. Theirs is counted here, and all channels follow.
        </span>
        {both([
          ['ours', `Ours for all ${number(all)}`],
          ['theirs', `Theirs for all ${number(all)}`],
        ])}
      </div>
    )
  if (tab === 'new')
    return (
      <div className={classes.filters}>
        <span className="subtle small grow">
          Make products of what has none here. They are linked, and from then on Motto keeps their quantities.
        </span>
        {both([['make', `Make products of all ${number(all)}`]])}
      </div>
    )
  const linked = state.counts.linked - state.counts.waiting
  if (tab === 'linked' && linked > 0)
    return (
      <div className={classes.filters}>
        <span className="subtle small grow">A link can be undone at any time. Nothing changes on {name}.</span>
        {both([['unlink', `Undo all ${number(linked)} links`]])}
      </div>
    )
  if (tab !== 'look' || state.doubts.length === 0) return null
  return (
    <div className={classes.filters}>
      <Select
        aria-label="Reason"
        placeholder="All reasons"
        clearable
        data={state.doubts.map((entry) => ({
          value: entry.doubt,
          label: `${doubtWords[entry.doubt](name)} (${number(entry.listings)})`,
        }))}
        value={doubt ?? null}
        onChange={(value) =>
          void navigate({ search: { tab, doubt: state.doubts.find((entry) => entry.doubt === value)?.doubt } })
        }
      />
      {doubt &&
        both([
          ['link', `Link all ${number(all)}`],
          ['alone', `Leave all ${number(all)} alone`],
        ])}
    </div>
  )
}

const nothing: Record<AdoptingTab, string> = {
  look: 'Nothing is left to decide.',
  linked: 'Nothing is linked yet.',
  differs: 'Every linked listing shows what Motto says.',
  new: 'Everything that is sold there is in Motto.',
  alone: 'Nothing is left alone.',
}

function Bulk({ tab, count, act }: { tab: AdoptingTab; count: number; act: (as: Act) => void }) {
  return (
    <>
      {chosenVerbs[tab].map(({ as, label }) => (
        <Button key={as} variant="default" size="xs" onClick={() => act(as)}>
          {label} {as === 'make' ? 'of ' : as === 'ours' || as === 'theirs' ? 'for ' : ''}
          {number(count)}
        </Button>
      ))}
    </>
  )
}

const chosenVerbs: Record<AdoptingTab, { as: Act; label: string }[]> = {
  look: [
    { as: 'link', label: 'Link' },
    { as: 'alone', label: 'Leave alone' },
  ],
  linked: [{ as: 'unlink', label: 'Undo the link of' }],
  differs: [
    { as: 'ours', label: 'Ours' },
    { as: 'theirs', label: 'Theirs' },
  ],
  new: [
    { as: 'make', label: 'Make products' },
    { as: 'alone', label: 'Leave alone' },
  ],
  alone: [{ as: 'open', label: 'Decide again' }],
}
