import { Button, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './analytics.module.css'
import { addressNow, movesOn, type Today, useSavedQueries, withQuery } from './saved-queries.ts'
import { newId } from '#web/new-id.ts'

export function SaveQuery({
  url,
  usual,
  today,
  onClose,
}: {
  url: string
  usual: string
  today: string
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const { queries, save } = useSavedQueries()
  const isTaken = queries.some((query) => query.name === name.trim())
  return (
    <FormDialog opened onClose={onClose} title="Save search" size={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isTaken) return
          const fresh = {
            id: newId(),
            name: name.trim() || usual,
            url,
            createdAt: new Date().toISOString(),
          }
          save(withQuery(queries, fresh))
          toast.success('Query saved.')
          onClose()
        }}
      >
        <div className={dialog.body}>
          <TextInput
            data-autofocus
            label="Name"
            placeholder="Name your saved search"
            description={`If blank, it’s named “${usual}”.`}
            maxLength={200}
            value={name}
            error={isTaken && 'You already have a saved search with this name.'}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div>
            <span className="small">URL that will be saved</span>
            <p className={`mono small ${classes.url}`}>{url}</p>
            <p className="small subtle">{movesOn(url, today) ? 'Dates move with today.' : 'Dates stay fixed.'}</p>
          </div>
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

/** Everything saved, by name: one press loads it. */
export function SavedMenu({ now, onLoad }: { now: Today; onLoad: (url: string) => void }) {
  const { queries } = useSavedQueries()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="chevron-down" size="s" />}>
          Saved searches
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {queries.length === 0 && <Menu.Item disabled>No saved searches yet.</Menu.Item>}
        {queries.map((query) => (
          <Menu.Item key={query.id} onClick={() => onLoad(addressNow(query, now))}>
            {query.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
