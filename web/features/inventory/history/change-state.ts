import { number, plural } from '#web/ui/format.ts'
import { changeSetStates, type Stated } from '#domain/words/states.ts'
import type { ChangeSet } from '#web/form/change-sets/watch.ts'

/** The state of a change set. */
export function stateOf({ state, undoneBy, failed, changed }: ChangeSet): Stated {
  if (undoneBy !== null) return changeSetStates.undone
  if (state === 'failed' || (state === 'done' && failed > 0 && changed === 0)) return changeSetStates.failed
  return changeSetStates[state === 'done' && failed > 0 ? 'partly' : state]
}

export const isRunning = ({ state }: ChangeSet) => state === 'waiting' || state === 'running'

/** Whether it can be undone now. @param now milliseconds since 1970 */
export const canUndo = (set: ChangeSet, now: number): boolean =>
  !isRunning(set) &&
  set.undoneBy === null &&
  (set.changed > 0 || set.kind === 'rules') &&
  set.undoUntil !== null &&
  new Date(set.undoUntil).getTime() > now

/** "12 changed, 3 as they were, 1 refused" */
export function countsOf({ changed, unchanged, failed }: ChangeSet): string {
  return [
    `${number(changed)} changed`,
    unchanged ? `${number(unchanged)} as they were` : '',
    failed ? `${number(failed)} refused` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** What undoing does, before it is done. */
export function undoSentence({ kind, changed, undoUntil }: ChangeSet, dateOf: (time: string) => string): string {
  const isSingle = changed === 1
  const products = plural(changed, 'product')
  const had = `${products} ${isSingle ? 'gets back what it had' : 'get back what they had'}`
  const back =
    kind === 'delete'
      ? `${products} ${isSingle ? 'comes back as it was' : 'come back as they were'}.`
      : kind === 'import'
        ? `${had}; products that the import created go away, unless they are listed or promised to an order.`
        : `${had}.`
  const until = undoUntil ? ` It can be undone until ${dateOf(undoUntil)}.` : ''
  if (kind === 'rules')
    return `The rules go back to what they were${changed ? `, and the listings of ${products} follow` : ''}.${until}`
  if (kind === 'pricing')
    return `${plural(changed, 'listing')} ${isSingle ? 'asks' : 'ask'} again what ${isSingle ? 'it' : 'they'} asked before, for a whole period.${until}`
  return `${back} What somebody changed since stays as it is now.${until}`
}
