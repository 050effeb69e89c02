import type { AdoptingTab } from '#contract/adopting/names.ts'
import { number } from '#web/ui/format.ts'
import type { State } from './state.ts'

type Counts = State['counts']

interface Queue {
  tab: AdoptingTab
  label: string
  hint: (counts: Counts) => string
  count: (counts: Counts) => number
  /** Listings in it that wait for the seller. */
  work: (counts: Counts) => number
}

/** The listings of a channel by what is left to do, in the order in which a seller works through them. */
export const queues: readonly Queue[] = [
  { tab: 'new', label: 'Not in Motto', hint: () => 'can be imported', count: (c) => c.new, work: (c) => c.new },
  {
    tab: 'linked',
    label: 'Already in Motto',
    hint: (c) => (c.waiting > 0 ? `${number(c.waiting)} ready to link` : 'linked'),
    count: (c) => c.linked,
    work: (c) => c.waiting,
  },
  {
    tab: 'look',
    label: 'Needs review',
    hint: () => 'may be the same product',
    count: (c) => c.look,
    work: (c) => c.look,
  },
  {
    tab: 'differs',
    label: 'Quantity differs',
    hint: () => 'not syncing yet',
    count: (c) => c.differs,
    work: (c) => c.differs,
  },
  { tab: 'alone', label: 'Ignored', hint: () => 'not synced', count: (c) => c.alone, work: () => 0 },
]

/** The first queue where something waits; undefined: everything is decided. */
export const firstWithWork = (counts: Counts): Queue | undefined => queues.find(({ work }) => work(counts) > 0)

const hasWork = (tab: AdoptingTab | undefined, counts: Counts) =>
  queues.some((queue) => queue.tab === tab && queue.work(counts) > 0)

/** The queue to show where the address names none: the open one as long as something waits there, then the next. */
export const queueToShow = (counts: Counts, open: AdoptingTab | undefined): AdoptingTab =>
  open && hasWork(open, counts) ? open : (firstWithWork(counts)?.tab ?? open ?? 'linked')
