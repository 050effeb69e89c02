import type { CallReply } from '#contract/endpoint.ts'
import type { searchRecords } from '#contract/search.ts'
import { fitOf, fits, plain } from './match.ts'
import type { Command } from './store.ts'

export type Found = CallReply<typeof searchRecords>
type Kind = keyof Found
/** A record, and what it may be called so that it is meant and no other. */
interface Known {
  item: Command
  names: readonly string[]
}

const headings: Record<Kind, string> = {
  products: 'Products',
  orders: 'Orders',
  customers: 'Customers',
  templates: 'Templates',
}
/** How many pages and actions come before records. */
const mostBefore = 6

/** A group with a record that is called exactly as typed stands first, and in it that record. */
export function rankRecords(query: string, kinds: Record<Kind, readonly Known[]>): Command[] {
  const text = plain(query)
  const isMeant = ({ names }: Known) => text !== '' && names.some((name) => plain(name) === text)
  const meantFirst = (a: boolean, b: boolean) => Number(b) - Number(a)
  return (Object.keys(headings) as Kind[])
    .map((kind) => ({ kind, meant: kinds[kind].some(isMeant) }))
    .toSorted((a, b) => meantFirst(a.meant, b.meant))
    .flatMap(({ kind }) =>
      kinds[kind]
        .toSorted((a, b) => meantFirst(isMeant(a), isMeant(b)))
        .map(({ item }) => ({
          ...item,
          group: text ? headings[kind] : `Recent ${headings[kind].toLowerCase()}`,
        })),
    )
}

/** Pages and actions that fit what is typed, best first: those that fit well, then those that were perhaps mistyped. */
function matching(query: string, commands: readonly Command[]): { well: Command[]; almost: Command[] } {
  const fitting = commands
    .map((command) => ({ command, fit: fitOf(query, command.label, command.synonyms) }))
    .filter((each): each is { command: Command; fit: NonNullable<typeof each.fit> } => each.fit !== undefined)
    // What begins at once comes before what needs an open order or a selection.
    .toSorted((a, b) => a.fit - b.fit || Number(a.command.hidden ?? false) - Number(b.command.hidden ?? false))
  const of = (mistyped: boolean) => fitting.filter(({ fit }) => (fit === fits.almost) === mistyped)
  return {
    well: of(false).map(({ command }) => command),
    almost: of(true).map(({ command }) => command),
  }
}

/** SKUs, order numbers and addresses have a digit or an at sign; no page and no action has. */
const meansRecord = (query: string) => /[\d@]/.test(query)

/** Whether the first row is a page or an action, whatever records are found. */
export const startsWithCommand = (query: string, commands: readonly Command[]): boolean =>
  commands.some(({ label }) => plain(label) === plain(query)) ||
  (plain(query) !== '' && !meansRecord(query) && matching(query, commands).well.length > 0)

/** Each group once, where its best row stands. */
const gathered = (commands: readonly Command[]): Command[] =>
  [...Map.groupBy(commands, ({ group }) => group).values()].flat()

/**
 * What the palette lists. Without a query: what the page offers, recent records, then all pages and actions that `begin` anywhere. Otherwise
 * pages and actions come before records, unless the query looks like a record's name.
 */
export function arrange(query: string, records: readonly Command[], commands: readonly Command[]): Command[] {
  if (plain(query) === '') {
    const offered = commands.filter(({ here }) => here)
    return [...offered, ...records, ...commands.filter(({ here, hidden }) => !here && !hidden)]
  }
  const { well, almost } = matching(query, commands)
  const exact = well.filter(({ label }) => plain(label) === plain(query))
  const best = meansRecord(query) ? exact : well.slice(0, mostBefore)
  const rest = [...well.filter((command) => !best.includes(command)), ...almost]
  const after = records.length > 0 ? rest.map((command) => ({ ...command, group: 'More' })) : rest
  return [...gathered(best), ...records, ...gathered(after)]
}

/** Neighbors of the same group together, in their order. */
export function groupsOf(commands: readonly Command[]): { group: string; items: Command[] }[] {
  return [...Map.groupBy(commands, ({ group }) => group)].map(([group, items]) => ({ group, items }))
}
