import { Button, Menu, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/images/icon.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { useInventorySearch } from '../search.ts'
import { localView } from './active-view.ts'
import { toCurrent, useKeepFilters, useOpenView, useSaved, useViews, type Views } from './use-views.ts'
import classes from './views.module.css'

const ViewsDialog = onDemand(async () => (await import('./views-dialog.tsx')).ViewsDialog)

/** A tab for each saved view; `children` are the page's other tools, right of them. */
export function ViewTabs({ children }: { children?: ReactNode }) {
  const views = useViews()
  const { dialog } = useInventorySearch()
  useOpenView(views)
  useKeepFilters()
  return (
    <div className={classes.row}>
      <nav className={classes.tabs} aria-label="Saved views">
        <Tab name={localView.name} on={views.activeId === localView.id} onSelect={() => views.select(undefined)} />
        {views.views.isPending && <Skeleton width={180} height={16} />}
        {views.views.data?.map((view) => (
          <Tab
            key={view.id}
            name={view.name}
            on={view.id === views.activeId}
            changed={view.id === views.activeId && views.changed}
            onSelect={() => views.select(view)}
          />
        ))}
      </nav>
      <div className={classes.tools}>
        {children}
        <SaveView views={views} />
      </div>
      {dialog && <ViewsDialog views={views} creating={dialog === 'newView'} />}
    </div>
  )
}

const Tab = ({
  name,
  on,
  changed,
  onSelect,
}: {
  name: string
  on: boolean
  changed?: boolean
  onSelect: () => void
}) => (
  <button type="button" className={classes.tab} aria-current={on || undefined} onClick={onSelect}>
    {name}
    {changed && (
      <>
        <span className={classes.dot} title="Changed since saved" />
        <span className="sr-only">, changed since saved</span>
      </>
    )}
  </button>
)

function SaveView({ views }: { views: Views }) {
  const { showDialog } = useInventorySearch()
  const saved = useSaved()
  const { chosen, changed, isMine } = views
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" size="xs" leftSection={<Icon name="bookmark" />} loading={saved.busy}>
          Save view
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {chosen && changed && isMine(chosen) && (
          <Menu.Item onClick={() => toCurrent(saved, chosen, views)}>Update “{chosen.name}”</Menu.Item>
        )}
        <Menu.Item onClick={() => showDialog('newView')}>Save as a new view</Menu.Item>
        <Menu.Item onClick={() => showDialog('views')}>Saved views</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
