import { Button } from '@mantine/core'
import type { SidePanelState } from '#web/ui/dialogs/side-panel-state.ts'
import { FilterBar } from '#web/ui/filters/filter-bar.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { SearchField } from '#web/ui/inputs/search-field.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { countFilters } from '../address.ts'
import { useInventorySearch } from '../search.ts'
import classes from './filters.module.css'

const ActiveChips = onDemand(async () => (await import('./active-chips.tsx')).ActiveChips)

/** How long typing pauses before the list is asked for (INV-232), in milliseconds. */
const pauseMs = 500

/** The search box and, for each filter, what it is and a way to take it off. */
export function SearchAndChips({ panel }: { panel: SidePanelState }) {
  const { filters, dropped, setFilters, clear } = useInventorySearch()
  const left = Object.values(dropped)
  return (
    <div className={classes.bar}>
      <FilterBar label="Products" onClear={countFilters(filters) > 0 ? clear : undefined}>
        <SearchField
          className={classes.search}
          label="Search keywords (title, description)"
          value={filters.search?.join(' ') ?? ''}
          tidy={tidy}
          pauseMs={pauseMs}
          onSearch={(words) => setFilters({ search: words ? words.split(' ') : undefined }, { replace: true })}
        />
        {countFilters(filters) > 0 && <ActiveChips />}
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
      </FilterBar>
      {left.length > 0 && (
        <p className={classes.left} role="status">
          Ignored in this search: {left.join(' ')}
        </p>
      )}
    </div>
  )
}

/** INV-006, INV-007, INV-047: each word of its own, once. */
const tidy = (text: string) => [...new Set(text.split(/\s+/).filter(Boolean))].join(' ')
