import { Button } from '@mantine/core'
import { listTemplates } from '#contract/templates.ts'
import { useRead } from '#web/api.ts'
import type { SidePanelState } from '#web/ui/dialogs/side-panel-state.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { SearchField } from '#web/ui/inputs/search-field.tsx'
import { countFilters } from '../address.ts'
import { useInventorySearch } from '../search.ts'
import { type Chip, chips } from './chips.ts'
import classes from './filters.module.css'

/** How long typing pauses before the list is asked for (INV-232), in milliseconds. */
const pauseMs = 500

/** The search box and, for each filter, what it is and a way to take it off. */
export function SearchAndChips({ panel }: { panel: SidePanelState }) {
  const { filters, dropped, setFilters, clear } = useInventorySearch()
  const templates = useRead(listTemplates, undefined, { enabled: filters.templateIds !== undefined })
  const names = new Map((templates.data ?? []).map(({ id, name }) => [id, name]))
  const left = Object.values(dropped)
  return (
    <div className={classes.bar} role="search" aria-label="Products">
      <div className={classes.tools}>
        <SearchField
          className={classes.search}
          label="Search keywords (title, description)"
          value={filters.search?.join(' ') ?? ''}
          tidy={tidy}
          pauseMs={pauseMs}
          onSearch={(words) => setFilters({ search: words ? words.split(' ') : undefined }, { replace: true })}
        />
        {chips(filters, names).map((chip) => (
          <FilterChip key={chip.key} chip={chip} onRemove={() => setFilters(chip.remove)} />
        ))}
        <Button
          variant="default"
          size="xs"
          className={classes.addFilter}
          leftSection={<Icon name="plus" size="s" />}
          aria-expanded={panel.open}
          onClick={panel.toggle}
        >
          Filter
        </Button>
        {countFilters(filters) > 0 && (
          <Button variant="subtle" size="xs" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      {left.length > 0 && (
        <p className={classes.left} role="status">
          Ignored in this search: {left.join(' ')}
        </p>
      )}
    </div>
  )
}

const FilterChip = ({ chip: { name, relation, value }, onRemove }: { chip: Chip; onRemove: () => void }) => (
  <span className={classes.chip}>
    <span>
      <span className={classes.name}>{name}</span> {relation && <span className={classes.relation}>{relation} </span>}
      <span className={classes.value}>{value}</span>
    </span>
    <button type="button" aria-label={`Remove filter ${name}`} onClick={onRemove}>
      <Icon name="close" size="s" />
    </button>
  </span>
)

/** INV-006, INV-007, INV-047: each word of its own, once. */
const tidy = (text: string) => [...new Set(text.split(/\s+/).filter(Boolean))].join(' ')
