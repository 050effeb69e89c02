import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { allAttributeValues } from '#contract/products/products.ts'
import { allAttributes } from '#contract/templates.ts'
import { useRead } from '#web/api.ts'
import { moved } from '#web/form/move.ts'
import { useDragOrder } from '#web/form/use-drag-order.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import classes from './column-chooser.module.css'
import { attributeKey, baseColumns, builtInColumns, type ColumnDef, columnOf } from './columns.ts'
import { densities, defaultLayout, type LayoutStore, useLayout } from './layout.ts'

export interface ChooserProps {
  store: LayoutStore
  /** Draws these columns as wide as what is in them. */
  onAutoWidth: (keys: readonly string[]) => void
}

/** What is shown, and what could be. */
export function Chooser({ store, onAutoWidth }: ChooserProps) {
  const layout = useLayout(store)
  const [search, setSearch] = useState('')
  const set = (columns: readonly string[]) => store.set({ ...store.get(), columns })
  const fits = ({ label }: ColumnDef) => label.toLowerCase().includes(search.trim().toLowerCase())
  const shown = layout.columns.flatMap((key) => columnOf(key) ?? [])
  const rest = useOffered().filter(({ key }) => !layout.columns.includes(key))
  return (
    <div className={classes.chooser}>
      <TextInput
        data-autofocus
        type="search"
        size="xs"
        aria-label="Search columns"
        placeholder="Search columns"
        leftSection={<Icon name="search" size="s" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.lists}>
        <Shown columns={shown.filter(fits)} all={layout.columns} onChange={set} />
        <h3 className={classes.head}>More columns</h3>
        <ul aria-label="Columns not shown">
          {rest.filter(fits).map((column) => (
            <li key={column.key} className={classes.item}>
              <Checkbox label={labelOf(column)} checked={false} onChange={() => set([...layout.columns, column.key])} />
            </li>
          ))}
        </ul>
      </div>
      <Segments
        aria-label="Density"
        data={densities.map((value) => ({ value, label: value === 'compact' ? 'Compact' : 'Comfortable' }))}
        value={layout.density}
        onChange={(density) => store.set({ ...store.get(), density })}
      />
      <div className={classes.foot}>
        <Button size="xs" variant="default" onClick={() => onAutoWidth(layout.columns)}>
          Fit column widths
        </Button>
        <Button size="xs" variant="subtle" onClick={() => store.set({ ...defaultLayout, density: layout.density })}>
          Reset
        </Button>
      </div>
    </div>
  )
}

/** Two columns are called Bin; the one among the attributes says so. */
const labelOf = ({ key, label }: ColumnDef) => (key.startsWith('attr.') ? `${label} (attribute)` : label)

/** Everything that can be shown: the product's own columns, then every attribute of a template or in use. */
function useOffered(): ColumnDef[] {
  const templates = useRead(allAttributes)
  const used = useRead(allAttributeValues, { query: { limit: 1 } })
  const names = new Set([...(templates.data ?? []), ...(used.data ?? [])].map(({ name }) => name))
  const builtIn = new Set(builtInColumns.map(({ label }) => label.toLowerCase()))
  const attributes = [...names].filter((name) => !builtIn.has(name.toLowerCase())).sort((a, b) => a.localeCompare(b))
  return [...baseColumns, ...builtInColumns, ...attributes.flatMap((name) => columnOf(attributeKey(name)) ?? [])]
}

function Shown({
  columns,
  all,
  onChange,
}: {
  columns: readonly ColumnDef[]
  all: readonly string[]
  onChange: (columns: readonly string[]) => void
}) {
  const item = useDragOrder((from, to) =>
    onChange(moved(all, all.indexOf(columns[from]?.key ?? ''), all.indexOf(columns[to]?.key ?? ''))),
  )
  const move = (key: string, by: number) => onChange(moved(all, all.indexOf(key), all.indexOf(key) + by))
  return (
    <ul aria-label="Columns shown">
      {columns.map((column, at) => (
        <li key={column.key} className={classes.item} {...item(at)}>
          <span className={classes.grip} aria-hidden="true">
            <Icon name="grip" size="s" />
          </span>
          <Checkbox
            className={classes.name}
            label={labelOf(column)}
            checked
            disabled={all.length === 1}
            onChange={() => onChange(all.filter((key) => key !== column.key))}
          />
          <ActionIcon
            size={24}
            aria-label={`Move ${labelOf(column)} up`}
            disabled={all[0] === column.key}
            onClick={() => move(column.key, -1)}
          >
            <Icon name="chevron-up" size="s" />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={`Move ${labelOf(column)} down`}
            disabled={all.at(-1) === column.key}
            onClick={() => move(column.key, 1)}
          >
            <Icon name="chevron-down" size="s" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
