import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { dateTime } from '#web/ui/format.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './analytics.module.css'
import { filterOf, narrowedBy } from './reports/report-words.ts'
import {
  addressNow,
  movedQuery,
  putBack,
  renamedQuery,
  type SavedQuery,
  searchIn,
  type Today,
  useSavedQueries,
} from './saved-queries.ts'

async function copyUrls(urls: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(urls.map((url) => location.origin + url).join('\n'))
    toast.success(`Copied ${urls.length} URL(s) to clipboard.`)
  } catch {
    toast.error('Unable to copy to clipboard.')
  }
}

export function SavedSearches({
  now,
  onLoad,
  onMail,
  onClose,
}: {
  now: Today
  onLoad: (url: string) => void
  onMail: (query: SavedQuery) => void
  onClose: () => void
}) {
  const { queries, save } = useSavedQueries()
  const [editing, setEditing] = useState(false)
  const [naming, setNaming] = useState<string>()
  return (
    <FormDialog opened onClose={onClose} title="Saved searches" size={720} dirty={naming !== undefined}>
      {queries.length === 0 ? (
        <EmptyState title="No saved searches yet." drawing={false}>
          Save your current filters to reuse them later.
        </EmptyState>
      ) : (
        <div className={dialog.body}>
          <div className={classes.line}>
            <Switch label="Edit" checked={editing} onChange={(event) => setEditing(event.currentTarget.checked)} />
            <span className="grow" />
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="copy" />}
              onClick={() => void copyUrls(queries.map((query) => addressNow(query, now)))}
            >
              Export URLs
            </Button>
          </div>
          <ul className={classes.saved} aria-label="Saved searches">
            {queries.map((query, at) => (
              <li key={query.id}>
                <span className="grow">
                  {naming === query.id && editing ? (
                    <TextInput
                      aria-label={`Name of ${query.name}`}
                      data-autofocus
                      autoFocus
                      maxLength={200}
                      defaultValue={query.name}
                      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
                      onBlur={({ currentTarget }) => {
                        setNaming(undefined)
                        save(renamedQuery(queries, query.id, currentTarget.value))
                      }}
                    />
                  ) : (
                    <b>{query.name}</b>
                  )}
                  <small className="subtle">
                    {dateTime(query.createdAt)} · {narrowedBy(filterOf(searchIn(query.url)))}
                  </small>
                </span>
                {editing ? (
                  <Edit
                    name={query.name}
                    first={at === 0}
                    last={at === queries.length - 1}
                    rename={() => setNaming(query.id)}
                    move={(by) => save(movedQuery(queries, query.id, by))}
                    remove={() => {
                      save(queries.filter(({ id }) => id !== query.id))
                      toast.undo('Saved search deleted.', () => putBack(query, at), { detail: query.name })
                    }}
                  />
                ) : (
                  <>
                    <Button
                      component="a"
                      href={addressNow(query, now)}
                      target="_blank"
                      rel="noopener"
                      variant="default"
                      size="xs"
                      aria-label={`View ${query.name}`}
                    >
                      View
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Mail ${query.name} as a report`}
                      onClick={() => onMail(query)}
                    >
                      Mail
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Load ${query.name}`}
                      onClick={() => onLoad(addressNow(query, now))}
                    >
                      Load
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}

const Edit = ({
  name,
  first,
  last,
  rename,
  move,
  remove,
}: {
  name: string
  first: boolean
  last: boolean
  rename: () => void
  move: (by: -1 | 1) => void
  remove: () => void
}) => (
  <>
    <ActionIcon size={28} aria-label={`Rename ${name}`} onClick={rename}>
      <Icon name="edit" size="s" />
    </ActionIcon>
    <ActionIcon size={28} aria-label={`Move ${name} up`} disabled={first} onClick={() => move(-1)}>
      <Icon name="arrow-up" size="s" />
    </ActionIcon>
    <ActionIcon size={28} aria-label={`Move ${name} down`} disabled={last} onClick={() => move(1)}>
      <Icon name="arrow-down" size="s" />
    </ActionIcon>
    <ActionIcon size={28} aria-label={`Delete ${name}`} onClick={remove}>
      <Icon name="trash" size="s" />
    </ActionIcon>
  </>
)
