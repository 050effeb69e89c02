import type { CallReply } from '#contract/endpoint.ts'
import type { searchRecords } from '#contract/search.ts'
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
const plain = (text: string) => text.trim().toLowerCase()

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

/** Commands that hold what was typed in their name, else in their other words. */
function matching(query: string, commands: readonly Command[]): Command[] {
  const text = plain(query)
  const named = commands.filter(({ label }) => plain(label).includes(text))
  const known = commands.filter(
    ({ label, keywords = [] }) => !plain(label).includes(text) && keywords.some((word) => plain(word).includes(text)),
  )
  return [...named, ...known]
}

/** Whether a page or an action is called exactly as typed: nobody means a record then. */
export const isNamed = (query: string, commands: readonly Command[]): boolean =>
  commands.some(({ label }) => plain(label) === plain(query))

/** What the palette lists: what is called exactly so, then records, then pages and actions. */
export function arrange(query: string, records: readonly Command[], commands: readonly Command[]): Command[] {
  const matches = matching(query, commands)
  const exact = matches.filter(({ label }) => plain(label) === plain(query))
  return [...exact, ...records, ...matches.filter((command) => !exact.includes(command))]
}

/** Neighbours of the same group together, in their order. */
export function groupsOf(commands: readonly Command[]): { group: string; items: Command[] }[] {
  const groups: { group: string; items: Command[] }[] = []
  for (const command of commands) {
    const last = groups.find(({ group }) => group === command.group)
    if (last) last.items.push(command)
    else groups.push({ group: command.group, items: [command] })
  }
  return groups
}
