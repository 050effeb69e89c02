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

/** "12 changed, 3 unchanged, 1 failed" */
export function countsOf({ changed, unchanged, failed }: ChangeSet): string {
  return [
    `${number(changed)} changed`,
    unchanged ? `${number(unchanged)} unchanged` : '',
    failed ? `${number(failed)} failed` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** What undoing does, before it is done. */
export function undoSentence({ kind, changed, undoUntil }: ChangeSet, dateOf: (time: string) => string): string {
  const isSingle = changed === 1
  const products = plural(changed, 'product')
  const restored = `${products} will be restored to ${isSingle ? 'its' : 'their'} previous values.`
  const back =
    kind === 'delete'
      ? `${products} will be restored.`
      : kind === 'import'
        ? `${restored} Products created by the import will be deleted, unless they’re listed or in an order.`
        : restored
  const until = undoUntil ? ` You can undo this until ${dateOf(undoUntil)}.` : ''
  if (kind === 'rules')
    return `The previous rules will be restored${changed ? `, and the listings of ${products} updated` : ''}.${until}`
  if (kind === 'pricing')
    return `${plural(changed, 'listing')} will go back to ${isSingle ? 'its' : 'their'} previous price for a whole period.${until}`
  return `${back} Anything changed since then is kept.${until}`
}
