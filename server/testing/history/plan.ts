import { dice } from '../dice.ts'

/** What people send: each kind is a write of its own. */
const kinds = ['order', 'ship', 'cancel', 'count', 'title'] as const
/** Views are what a large run writes most of: they cost a server the least. */
export type Kind = (typeof kinds)[number] | 'view'

/** What goes wrong while the writes of a round are on their way. */
const faults = [
  'nothing',
  // The connection to the database breaks at a commit, that one or all of them for a while.
  'commit unsent',
  'commit unanswered',
  'database away before a commit',
  'database away after a commit',
  // PostgreSQL ends a session in the middle of its transaction.
  'session ended',
  'clients hang up',
  'process dies',
] as const
export type Fault = (typeof faults)[number]

export interface PlannedWrite {
  key: string
  kind: Kind
  /** Who sends it. */
  person: number
  product: number
  quantity: number
  /** Does not ask again where no answer came. */
  givesUp: boolean
}
export interface Round {
  writes: PlannedWrite[]
  fault: Fault
}

export const PEOPLE = 2
export const PRODUCTS = 3
const MOST_AT_ONCE = 4
/** A new process takes longer than all else. */
const ROUNDS_A_PROCESS = 10

/** The same rounds for the same seed. Each fault comes as often as the others, but that processes die less often. */
export function planOf(seed: number, rounds: number): Round[] {
  const roll = dice(seed)
  const small = faults.filter((fault) => fault !== 'process dies')
  return Array.from({ length: rounds }, (_, round) => ({
    fault:
      round % ROUNDS_A_PROCESS === ROUNDS_A_PROCESS - 1 ? 'process dies' : (small[roll(small.length)] ?? 'nothing'),
    writes: writesOf(`${seed}-${round}`, roll),
  }))
}

function writesOf(name: string, roll: (most: number) => number): PlannedWrite[] {
  // Often both edit one product in the same moment.
  const shared = roll(2) === 0 ? roll(PRODUCTS) : undefined
  return Array.from({ length: 1 + roll(MOST_AT_ONCE) }, (_, n) => ({
    key: `${name}-${n}`,
    kind: kinds[roll(kinds.length)] ?? 'order',
    person: n % PEOPLE,
    product: shared ?? roll(PRODUCTS),
    quantity: 1 + roll(20),
    givesUp: roll(5) === 0,
  }))
}
