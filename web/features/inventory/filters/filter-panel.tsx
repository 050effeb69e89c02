import { type ReactNode, useState } from 'react'
import type { SidePanelState } from '#web/ui/dialogs/side-panel-state.ts'
import { decimalSign } from '#web/ui/inputs/decimal-sign.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { BesidePanel, SidePanelButton, useSidePanel } from '#web/ui/dialogs/side-panel.tsx'
import { countFilters } from '../address.ts'
import { useInventorySearch } from '../search.ts'
import { askedOf, draftOf, wrongNumbers } from './draft.ts'

const ChipCount = onDemand(async () => (await import('./active-chips.tsx')).ChipCount)
const FilterFields = onDemand(async () => (await import('./filter-fields.tsx')).FilterFields)

/** Opened with everything in it, so that the focus has where to go. */
export function useFilterPanel(): SidePanelState {
  const panel = useSidePanel('inventory')
  const toggle = async () => {
    if (await FilterFields.ready()) panel.toggle()
  }
  return { ...panel, toggle: () => void toggle() }
}

/** Opens and closes the panel; says how many filters are on. */
export function FiltersButton({ panel }: { panel: SidePanelState }) {
  const { filters } = useInventorySearch()
  return (
    <SidePanelButton panel={panel} right={countFilters(filters) > 0 ? <ChipCount /> : undefined}>
      Filters
    </SidePanelButton>
  )
}

/** The list with all its filters beside it. Filters take effect when Search is pressed (INV-057..INV-075). */
export function FilterPanel({ panel, children }: { panel: SidePanelState; children: ReactNode }) {
  const { search, clear, setFilters } = useInventorySearch()
  const { search: _words, offset: _offset, limit: _limit, dialog: _dialog, ...narrowing } = search
  const address = JSON.stringify(narrowing)
  const [entry, setEntry] = useState({ address, draft: draftOf(search, decimalSign()), tried: true })
  // The URL also changes through Back, a chip or a view. It then replaces what was filled in but not searched for.
  const current = entry.address === address ? entry : { address, draft: draftOf(search, decimalSign()), tried: true }
  const parsed = askedOf(current.draft, decimalSign())
  const find = () => {
    if (Object.keys(parsed.problems).length) return setEntry({ ...current, tried: true })
    setFilters(parsed.filters, parsed.sort)
  }
  return (
    <BesidePanel
      panel={panel}
      title="Filters"
      onSearch={find}
      onClear={() => {
        setEntry({ address, draft: draftOf({}, decimalSign()), tried: false })
        clear()
      }}
      fields={
        <FilterFields
          draft={current.draft}
          problems={current.tried ? parsed.problems : wrongNumbers(current.draft, parsed.problems)}
          onChange={(change) => setEntry({ ...current, draft: { ...current.draft, ...change }, tried: false })}
        />
      }
    >
      {children}
    </BesidePanel>
  )
}
