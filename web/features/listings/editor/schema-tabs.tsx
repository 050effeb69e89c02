import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMay } from '#web/may.tsx'
import { confirm, DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './editor.module.css'
import { addProblem, move, remove, renameProblem, replace, type Schema } from './schemas.ts'

interface Props {
  schemas: readonly Schema[]
  current: string
  onSelect: (id: string) => void
  onChange: (schemas: Schema[]) => void
  /** Makes one with the channel's blank fields. */
  create: (id: string, name: string) => Schema
}

/** The schemas of a template as tabs, the last of which adds one (LST-035..LST-048). */
export function SchemaTabs({ schemas, current, onSelect, onChange, create }: Props) {
  const [dialog, setDialog] = useState<'add' | 'rename'>()
  const mayEdit = useMay('listings:write')
  const schema = schemas.find((s) => s.id === current)
  const place = schemas.findIndex((s) => s.id === current)
  const drop = async () => {
    if (
      !schema ||
      !(await confirm({
        title: `Remove "${schema.name}"?`,
        body: 'After you save, its products use the first remaining listing template.',
        confirm: 'Remove',
        danger: true,
      }))
    )
      return
    const rest = remove(schemas, current)
    onChange(rest)
    onSelect(rest[0]?.id ?? '')
  }
  const take = (name: string) => {
    if (dialog === 'rename') onChange(replace(schemas, current, { name }))
    else {
      const id = `s${Date.now().toString(36)}`
      onChange([...schemas, create(id, name)])
      onSelect(id)
    }
    setDialog(undefined)
  }
  return (
    <div className={classes.schemas}>
      <div className={classes.schemaTabs} role="group" aria-label="Listing templates">
        {schemas.map(({ id, name }) => (
          <button key={id} type="button" aria-pressed={id === current} onClick={() => onSelect(id)}>
            {name}
          </button>
        ))}
        {mayEdit && (
          <button type="button" aria-label="Add listing template" title="Add" onClick={() => setDialog('add')}>
            <Icon name="plus" size="s" />
          </button>
        )}
      </div>
      {mayEdit && (
        <span className="row">
          <ActionIcon aria-label="Move left" disabled={place <= 0} onClick={() => onChange(move(schemas, current, -1))}>
            <Icon name="arrow-left" />
          </ActionIcon>
          <ActionIcon
            aria-label="Move right"
            disabled={place < 0 || place === schemas.length - 1}
            onClick={() => onChange(move(schemas, current, 1))}
          >
            <Icon name="arrow-right" />
          </ActionIcon>
          <ActionIcon aria-label="Rename" onClick={() => setDialog('rename')}>
            <Icon name="edit" />
          </ActionIcon>
          <ActionIcon aria-label="Remove" disabled={schemas.length < 2} onClick={() => void drop()}>
            <Icon name="trash" />
          </ActionIcon>
        </span>
      )}
      {dialog && (
        <NameDialog
          title={dialog === 'add' ? 'Add listing template' : 'Rename listing template'}
          verb={dialog === 'add' ? 'Add' : 'Rename'}
          start={dialog === 'rename' ? (schema?.name ?? '') : ''}
          problemOf={(name) => (dialog === 'add' ? addProblem(schemas, name) : renameProblem(schemas, current, name))}
          onTake={take}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

interface NameProps {
  title: string
  verb: string
  start: string
  problemOf: (name: string) => string | undefined
  onTake: (name: string) => void
  onClose: () => void
}

function NameDialog({ title, verb, start, problemOf, onTake, onClose }: NameProps) {
  const [name, setName] = useState(start)
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!problemOf(name)) onTake(name.trim())
  }
  return (
    <FormDialog opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <TextInput
          data-autofocus
          label="Name"
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried ? problemOf(name) : undefined}
        />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{verb}</Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
