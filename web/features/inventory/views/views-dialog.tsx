import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { marks } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { useMay } from '#web/may.tsx'
import { useInventorySearch } from '../search.ts'
import { localView, type View } from './active-view.ts'
import { CreateView } from './create-view.tsx'
import { useViewChanges } from './use-view-changes.ts'
import type { Views } from './use-views.ts'
import classes from './views.module.css'

/** The saved views of the page (INV-162..INV-189). */
export function ViewsDialog({ views, creating }: { views: Views; creating: boolean }) {
  const { showDialog } = useInventorySearch()
  const { views: list, activeId, select } = views
  return (
    <FormDialog opened onClose={() => showDialog(undefined)} title="Saved views" size={520}>
      <div className={classes.dialog}>
        {list.isError && !list.data ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : list.data ? (
          <ul className={classes.list} aria-label="Saved views">
            <li className={classes.item}>
              <Choice
                name={localView.name}
                note="Not saved"
                on={activeId === localView.id}
                onSelect={() => select(undefined)}
              />
            </li>
            {list.data.map((view) => (
              <SavedView key={view.id} view={view} views={views} />
            ))}
          </ul>
        ) : (
          <TableSkeleton label="Saved views, loading" rows={3} />
        )}
        <Button
          variant="default"
          aria-expanded={creating}
          className={classes.toggle}
          leftSection={<Icon name={creating ? 'chevron-up' : 'plus'} />}
          onClick={() => showDialog(creating ? 'views' : 'newView')}
        >
          Save Current as New
        </Button>
        {creating && <CreateView views={views} onDone={() => showDialog('views')} />}
      </div>
    </FormDialog>
  )
}

const Choice = ({ name, note, on, onSelect }: { name: string; note?: string; on: boolean; onSelect: () => void }) => (
  <button type="button" className={classes.choice} aria-pressed={on} onClick={onSelect}>
    <span className={classes.mark}>{on && <Icon name="check" />}</span>
    <span className={classes.name}>{name}</span>
    {note && <span className="small subtle">{note}</span>}
  </button>
)

const noteOf = (view: View, mine: boolean) =>
  mine ? (view.shared ? 'Shared by you' : undefined) : `Shared by ${view.userName}`

function SavedView({ view, views }: { view: View; views: Views }) {
  const [renaming, setRenaming] = useState(false)
  const mine = views.isMine(view)
  if (renaming) return <Rename view={view} views={views} onDone={() => setRenaming(false)} />
  return (
    <li className={classes.item}>
      <Choice
        name={view.name}
        note={noteOf(view, mine)}
        on={views.activeId === view.id}
        onSelect={() => views.select(view)}
      />
      {view.isDefault && <StatusChip of={marks.standard} />}
      <Actions view={view} views={views} mine={mine} onRename={() => setRenaming(true)} />
    </li>
  )
}

function Actions({ view, views, mine, onRename }: { view: View; views: Views; mine: boolean; onRename: () => void }) {
  const { toCurrent, setDefault, share, remove, busy } = useViewChanges(views)
  const mayShare = useMay('products:write')
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions of ${view.name}`} loading={busy}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mine && <Menu.Item onClick={onRename}>Rename</Menu.Item>}
        {mine && <Menu.Item onClick={() => toCurrent(view)}>Save current layout to this view</Menu.Item>}
        <Menu.Item onClick={() => setDefault(view, !view.isDefault)}>
          {view.isDefault ? 'Unset as Default' : 'Set as Default'}
        </Menu.Item>
        {mine && (mayShare || view.shared) && (
          <Menu.Item onClick={() => share(view, !view.shared)}>
            {view.shared ? 'Make private' : 'Share with organization'}
          </Menu.Item>
        )}
        {mine && (
          <Menu.Item data-danger onClick={() => void remove(view)}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Rename({ view, views, onDone }: { view: View; views: Views; onDone: () => void }) {
  const [name, setName] = useState(view.name)
  const { rename, busy } = useViewChanges(views)
  return (
    <li className={classes.item}>
      <form
        className={classes.rename}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) rename(view, name.trim(), onDone)
        }}
      >
        <TextInput
          aria-label={`New name of ${view.name}`}
          data-autofocus
          autoFocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!name.trim()} loading={busy}>
          Rename
        </Button>
        <Button variant="subtle" onClick={onDone}>
          Cancel
        </Button>
      </form>
    </li>
  )
}
