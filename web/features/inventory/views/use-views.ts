import { useEffect, useEffectEvent, useRef } from 'react'
import { listViews, updateView, type ViewConfig } from '#contract/views.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { defaultLayout, layout, useLayout } from '../columns/layout.ts'
import { useInventorySearch } from '../search.ts'
import { useStore } from '#web/form/store.ts'
import {
  type ActiveView,
  activeView,
  configOf,
  isChanged,
  keepActive,
  keptActive,
  localView,
  type View,
  viewsPage,
} from './active-view.ts'

/** The saved views of the inventory, the chosen one, and what can be done with them. */
export function useViews() {
  const session = useSession()
  const owner = { clientId: session?.clientId ?? null, userId: session?.id ?? null }
  const views = useRead(listViews, { query: { page: viewsPage } })
  const active = useStore(activeView)
  const { viewFilters, apply } = useInventorySearch()
  const now = configOf(useLayout(), viewFilters)
  const chosen = views.data?.find(({ id }) => id === active?.id)

  const choose = (id: number, config: ViewConfig, local: ActiveView['local']) => {
    const next = { ...owner, id, config, local }
    activeView.set(next)
    keepActive(next)
  }
  /** Shows a view's columns and filters (INV-166, INV-167); without one, the local view. */
  const select = (view: View | undefined, how: { replace?: boolean } = {}) => {
    // The local view is nowhere kept, so what it looked like is remembered while another one is shown.
    const local = active && active.id !== localView.id ? active.local : layout.current()
    const config = view?.config ?? configOf(local ?? defaultLayout, {})
    choose(view?.id ?? localView.id, config, local)
    layout.apply(config)
    apply(config.filters, how)
  }
  return {
    owner,
    views,
    chosen,
    activeId: chosen?.id ?? localView.id,
    changed: chosen !== undefined && isChanged(chosen.config, now),
    now,
    select,
    /** A view was saved as things are now: it is the chosen one, and nothing moves. */
    settle: (view: View) =>
      choose(view.id, view.config, active && active.id !== localView.id ? active.local : undefined),
    isMine: (view: View) => view.userId === owner.userId,
  }
}
export type Views = ReturnType<typeof useViews>

/** When the page opens: the view that was chosen last, else the default; filters in the address come first (INV-185, INV-186, INV-206). */
export function useOpenView({ owner, views, activeId, select }: Views): void {
  const { viewFilters, apply } = useInventorySearch()
  const open = useEffectEvent(() => {
    const active = keptActive(owner)
    activeView.set(active)
    if (active && Object.keys(viewFilters).length === 0) apply(active.config.filters, { replace: true })
  })
  useEffect(() => open(), [])
  const loaded = useEffectEvent((all: readonly View[]) => {
    const active = activeView.get()
    const first = all.find(({ isDefault }) => isDefault)
    if (active && active.id !== localView.id && activeId === localView.id) select(undefined, { replace: true })
    else if (!active && first && Object.keys(viewFilters).length === 0) select(first, { replace: true })
    else if (!active) activeView.set({ ...owner, id: localView.id, config: configOf(layout.current(), {}) })
  })
  useEffect(() => {
    if (views.data) loaded(views.data)
  }, [views.data])
}

/** Remembers each change of filters or sort, so that the page opens as it was left (INV-185). A link with filters alone changes nothing. */
export function useKeepFilters(): void {
  const { viewFilters } = useInventorySearch()
  const filters = JSON.stringify(viewFilters)
  const before = useRef(filters)
  // Filters may be chosen before the views have come: they are remembered then.
  const isKnown = useStore(activeView) !== undefined
  const keep = useEffectEvent(() => {
    const active = activeView.get()
    if (!active) return
    const next = { ...active, config: { ...active.config, filters: viewFilters } }
    activeView.set(next)
    keepActive(next)
  })
  useEffect(() => {
    if (!isKnown || before.current === filters) return
    before.current = filters
    keep()
  }, [filters, isKnown])
}

/** Saves how things are now in a view; that alone is offered beside the tabs. The dialog may be closed before the answer: a message says how it went. */
export function useSaved() {
  const update = useWrite(updateView)
  const save = (
    view: View,
    body: Parameters<typeof update.mutate>[0]['body'],
    message: string,
    then?: (saved: View) => void,
  ) =>
    void update.mutateAsync({ params: { id: view.id }, body }).then(
      (saved) => {
        toast.success(message)
        then?.(saved)
      },
      () => undefined,
    )
  return { save, busy: update.isPending }
}
export const toCurrent = ({ save }: ReturnType<typeof useSaved>, view: View, { now, settle }: Views) =>
  save(view, { config: now }, `View “${view.name}” updated.`, settle)
