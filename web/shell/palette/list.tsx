import { Spotlight } from '@mantine/spotlight'
import { useEffect, useLayoutEffect } from 'react'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/images/icon.tsx'
import { useCommands } from './commands.ts'
import classes from './palette.module.css'
import { arrange, groupsOf, startsWithCommand } from './rank.ts'
import { useRecords } from './records.tsx'
import { type Command, paletteHere, paletteStore, usePaletteIsOpen } from './store.ts'
import type { PaletteTyping } from './typing.ts'

const Row = ({ label, icon, picture, note, keys, run }: Command) => (
  <Spotlight.Action
    label={label}
    description={note || undefined}
    leftSection={picture ?? <Icon name={icon} />}
    rightSection={keys ? <kbd>{keys}</kbd> : undefined}
    highlightQuery
    onClick={run}
  />
)

/** Every page, every action and records, found by typing. */
export function PaletteList({ query, setQuery, search, settle, selected }: PaletteTyping) {
  const { records, settled } = useRecords(query, usePaletteIsOpen())
  const commands = useCommands()
  const groups = groupsOf(arrange(query, records, commands))
  const rows = groups.flatMap(({ items }) => items)
  const listed = rows.map(({ id }) => id).join('\n')
  useEffect(paletteHere, [])
  // As soon as the list shows what was typed, it may be run.
  const runnable = settled || startsWithCommand(query, commands)
  useLayoutEffect(() => settle(runnable ? query : undefined), [listed, runnable, query, settle])
  const nothing = settled ? 'No results. Try a SKU, title, order number, customer, page or action.' : 'Searching…'
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={440}
      size={640}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': 'Search or run' } }}
      overlayProps={{ blur: 0, color: 'transparent', backgroundOpacity: 1, className: classes.backdrop }}
      classNames={classes}
    >
      <Spotlight.Search
        {...search}
        placeholder="Search or run…"
        leftSection={<Icon name="search" />}
        aria-label="Search or run"
      />
      {rows.length === 0 ? (
        <Spotlight.Empty>{nothing}</Spotlight.Empty>
      ) : (
        <Spotlight.ActionsList>
          {groups.map(({ group, items }) => (
            <Spotlight.ActionsGroup key={group} label={group}>
              {items.map((row) => (
                <Row key={row.id} {...row} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
      <p className="sr-only" role="status">
        {selected ?? (query && runnable ? spoken(rows) : '')}
      </p>
    </Spotlight.Root>
  )
}

/** How much was found and what Enter runs, for whoever does not see the list. */
const spoken = (rows: readonly Command[]) =>
  rows[0] ? `${plural(rows.length, 'result')}. ${rows[0].label}` : 'No results'
