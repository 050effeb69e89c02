import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RuledText } from '#contract/mappings/mappings.ts'
import { useDragOrder } from '#web/form/use-drag-order.ts'
import { type DraftMapping, drop, move, put } from './draft.ts'
import classes from './rules.module.css'
import { MappingRow } from './mapping-row.tsx'
import { SwitchMany } from './switch-many.tsx'

/** A set with one more, or one less. */
function withOne(set: ReadonlySet<string>, item: string, is: boolean): ReadonlySet<string> {
  const next = new Set(set)
  if (is) next.add(item)
  else next.delete(item)
  return next
}

interface Props {
  mappings: readonly DraftMapping[]
  applyTo: RuledText
  names: readonly string[]
  open: ReadonlySet<string>
  sku: string | undefined
  /** The rule that a link leads to. */
  aim?: { uuid?: string; rule?: number }
  errorOf: (path: string) => string | undefined
  onOpen: (open: ReadonlySet<string>) => void
  onChange: (mappings: DraftMapping[]) => void
}

/** The mappings of a list in their order, which dragging or the buttons change (MAP-090). */
export function MappingList({ mappings, applyTo, names, open, sku, aim, errorOf, onOpen, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const drag = useDragOrder((from, to) => onChange(move(mappings, from, to)))
  const moveTo = (from: number, to: number) => {
    const uuid = mappings[from]?.uuid
    // At once, as the next key may follow in the same frame: it would be lost on a row that is being moved.
    flushSync(() => onChange(move(mappings, from, to)))
    // The button moves with its row, and may be the one that cannot go on.
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-mapping="${uuid}"] [data-move]`) ?? []
    const [up, down] = buttons
    const same = to < from ? up : down
    ;(same?.disabled ? (same === up ? down : up) : same)?.focus()
  }
  const many = mappings.length > 1
  const rows = (
    <ol className={classes.mappings} ref={list}>
      {mappings.map((mapping, at) => (
        <MappingRow
          key={mapping.uuid}
          mapping={mapping}
          number={at + 1}
          of={mappings.length}
          applyTo={applyTo}
          names={names}
          open={open.has(mapping.uuid)}
          chosen={many ? chosen.has(mapping.uuid) : undefined}
          onChoose={(is) => setChosen(withOne(chosen, mapping.uuid, is))}
          sku={sku}
          aim={aim?.uuid === mapping.uuid ? aim.rule : undefined}
          errorOf={(path) => errorOf(`${at}.${path}`)}
          drag={drag(at)}
          onOpen={(opened) => onOpen(withOne(open, mapping.uuid, opened))}
          onChange={(change) => onChange(put(mappings, at, change))}
          onMove={(to) => moveTo(at, to)}
          onDelete={() => onChange(drop(mappings, at))}
        />
      ))}
    </ol>
  )
  return (
    <>
      {many && <SwitchMany mappings={mappings} chosen={chosen} onChoose={setChosen} onChange={onChange} />}
      {rows}
    </>
  )
}
