import { ActionIcon, Button, Menu, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { createView, deleteView, listViews, updateView } from '#contract/views.ts'
import { marks } from '#domain/words/states.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { useSession } from '#web/session.ts'
import { confirm, DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import type { OrderSearch } from '../list/order-search.ts'
import { configOf, isShown, searchOf, viewsPage } from './order-view.ts'
import classes from './views.module.css'

type View = CallReply<typeof listViews>[number]

interface Props {
  search: OrderSearch
  today: string
}

/** Saved views of the list of orders. */
export function OrderTools({ search, today }: Props) {
  const views = useRead(listViews, { query: { page: viewsPage } })
  const navigate = useNavigate()
  const [open, setOpen] = useState<'new' | 'all'>()
  const now = configOf(search, today)
  const shown = views.data?.find(({ config }) => isShown(config, now))
  const select = (view: View) => {
    setOpen(undefined)
    void navigate({ to: '/orders', search: searchOf(view.config, today) })
  }
  // Whoever opens the list without asking for anything gets what they usually look at.
  const isOpened = useRef(false)
  const opened = useEffectEvent((all: readonly View[]) => {
    if (isOpened.current) return
    isOpened.current = true
    const usual = all.find(({ isDefault }) => isDefault)
    if (!usual || search.page || !isShown(configOf({}, today), now)) return
    const there = { ...searchOf(usual.config, today), dialog: search.dialog }
    void navigate({ to: '/orders', search: there, replace: true })
  })
  useEffect(() => {
    if (views.data) opened(views.data)
  }, [views.data])
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" size="xs" leftSection={<Icon name="bookmark" />}>
            {shown ? `View: ${shown.name}` : 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.data?.map((view) => (
            <Menu.Item key={view.id} onClick={() => select(view)}>
              {view.name}
            </Menu.Item>
          ))}
          {views.data && views.data.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setOpen('new')}>Save as a new view</Menu.Item>
          <Menu.Item onClick={() => setOpen('all')}>Saved views</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'new' && <NewView config={now} onClose={() => setOpen(undefined)} />}
      {open === 'all' && (
        <FormDialog opened onClose={() => setOpen(undefined)} title="Saved views" size={520} dirty={false}>
          {views.data ? (
            <AllViews views={views.data} now={now} onSelect={select} />
          ) : views.isError ? (
            <ErrorState error={views.error} retry={() => void views.refetch()} />
          ) : (
            <TableSkeleton label="Saved views, loading" rows={3} />
          )}
        </FormDialog>
      )}
    </>
  )
}

function NewView({ config, onClose }: { config: View['config']; onClose: () => void }) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const mayShare = useMay('products:write')
  const save = useWrite(createView, {
    quiet: true,
    onSuccess: (view) => {
      toast.success(`View “${view.name}” saved.`)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ params: { page: viewsPage }, body: { name, shared, config, type: 'table' } })
  }
  return (
    <FormDialog opened onClose={onClose} title="Save as a new view" size={440}>
      <form onSubmit={submit}>
        <div className={dialog.body}>
          <TextInput
            data-autofocus
            label="Name"
            description="Saves the tab, filters and search. Relative dates such as “Last 7 days” stay relative."
            maxLength={100}
            value={name}
            error={save.error?.fields.name ?? save.error?.message}
            onChange={(event) => {
              setName(event.currentTarget.value)
              save.reset()
            }}
          />
          {mayShare && (
            <Switch
              label="Share with organization"
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save view
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

interface ListProps {
  views: readonly View[]
  now: View['config']
  onSelect: (view: View) => void
}
const AllViews = ({ views, ...rest }: ListProps) =>
  views.length === 0 ? (
    <p className={dialog.body}>No saved views yet. Save your current filters as a view.</p>
  ) : (
    <ul className={classes.list} aria-label="Saved views">
      {views.map((view) => (
        <SavedView key={view.id} view={view} {...rest} />
      ))}
    </ul>
  )

function SavedView({ view, now, onSelect }: Omit<ListProps, 'views'> & { view: View }) {
  const isMine = view.userId === useSession()?.id
  const mayShare = useMay('products:write')
  const update = useWrite(updateView, { onSuccess: () => toast.success(`View “${view.name}” updated.`) })
  const remove = useWrite(deleteView, { onSuccess: () => toast.success(`View “${view.name}” deleted.`) })
  const change = (body: { config?: View['config']; shared?: boolean; isDefault?: boolean }) =>
    update.mutate({ params: { id: view.id }, body })
  const askRemove = async () => {
    const whose = view.shared ? 'It will be deleted for everyone in your organization.' : 'It will be deleted.'
    const body = `${whose} Orders aren’t changed.`
    if (await confirm({ title: `Delete the view “${view.name}”?`, body, confirm: 'Delete view', danger: true }))
      remove.mutate({ params: { id: view.id } })
  }
  return (
    <li>
      <button type="button" className={classes.name} onClick={() => onSelect(view)}>
        {view.name}
        <small className="subtle">{isMine ? view.shared && 'Shared by you' : `Shared by ${view.userName}`}</small>
      </button>
      {view.isDefault && <StatusChip of={marks.standard} />}
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${view.name}`} loading={update.isPending || remove.isPending}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => change({ isDefault: !view.isDefault })}>
            {view.isDefault ? 'Unset as Default' : 'Set as Default'}
          </Menu.Item>
          {isMine && (
            <>
              <Menu.Item disabled={isShown(view.config, now)} onClick={() => change({ config: now })}>
                Update to current filters
              </Menu.Item>
              {(mayShare || view.shared) && (
                <Menu.Item onClick={() => change({ shared: !view.shared })}>
                  {view.shared ? 'Make private' : 'Share with organization'}
                </Menu.Item>
              )}
              <Menu.Item data-danger onClick={() => void askRemove()}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
