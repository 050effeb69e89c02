import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { productHistory } from '#contract/products/history.ts'
import { useRead } from '#web/api.ts'
import { type Change, changesInWords } from '#web/form/words/log.ts'
import { useMay } from '#web/may.tsx'
import { ago, dateTime, plural } from '#web/ui/format.ts'
import { useOpened } from '../page/editor.ts'
import { PastCard, shownAtFirst } from './past-card.tsx'
import { useUndo } from './use-undo.ts'

type Entry = CallReply<typeof productHistory>['data'][number]

const verbs: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Changed',
  restore: 'Restored',
  bundle: 'Bundle changed',
}
/** An entry tells so many fields; the rest is counted. */
const mostChanges = 4

/** Who changed what of the product, newest first. Each change can be put back by itself. */
export function HistoryCard() {
  const { product } = useOpened()
  const [limit, setLimit] = useState(shownAtFirst)
  const history = useRead(productHistory, { params: { id: product.id }, query: { limit } }, { keepPrevious: true })
  const mayUndo = useMay('products:write')
  const { undo, undoing } = useUndo(product)
  return (
    <div id="history">
      <PastCard
        title="History"
        none="No changes yet."
        read={history}
        limit={limit}
        onMore={setLimit}
        row={(entry) => (
          <Row
            key={entry.id}
            entry={entry}
            busy={undoing}
            onUndo={mayUndo && entry.action === 'update' ? () => undo(entry.id) : undefined}
          />
        )}
      />
    </div>
  )
}

function Row({ entry, busy, onUndo }: { entry: Entry; busy: boolean; onUndo: (() => void) | undefined }) {
  const { action, userName, at } = entry
  const verb = verbs[action] ?? action
  const changes = action === 'create' || action === 'restore' ? [] : changesInWords(entry.old, entry.new)
  const when = dateTime(at)
  return (
    <li>
      <span className="grow">
        <b>{verb}</b>
        {changes.slice(0, mostChanges).map((change) => (
          <small key={change.field}>{inWords(change)}</small>
        ))}
        {changes.length > mostChanges && <small>and {plural(changes.length - mostChanges, 'more field')}</small>}
        <small title={when}>{[userName || 'Motto', ago(at)].join(', ')}</small>
      </span>
      {onUndo && (
        <Button variant="subtle" size="xs" disabled={busy} aria-label={`Undo the change of ${when}`} onClick={onUndo}>
          Undo
        </Button>
      )}
    </li>
  )
}

const inWords = ({ field, from, to }: Change) =>
  `${field}: ${from !== undefined && to !== undefined ? `${from} → ${to}` : (to ?? `${from}, gone`)}`
