import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { type Where, isOn } from '#domain/mappings/changed-values.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { shownOptions } from '#web/ui/choices/many-options.ts'
import { type Draft, changed, moved, renamed, switched, withField, withValues, withoutField } from './draft.ts'
import { FieldSection } from './field-section.tsx'
import { isOnFor, switchesOf } from './kept.ts'
import { newId } from './new-id.ts'
import { type Values, appliedTo } from './use-values.ts'
import classes from './values.module.css'

interface Props {
  draft: Draft
  /** Its place among those of its channel, and that of the last one. */
  place: number
  last: number
  channel: ChannelId
  where: Where
  /** Where it is switched: a SKU, or the template. */
  whose: string
  values: Values
  isSought: (field: string) => boolean
  isOpen: boolean
  onOpen: (open: boolean) => void
}

/** One value mapping: its name and switches, and its fields. */
export function MappingPanel(props: Props) {
  const { draft, place, last, where, whose, values, isOpen, onOpen } = props
  const { uuid, name, active, mappings } = draft
  const count = mappings.reduce((sum, field) => sum + field.values.length, 0)
  const set = (change: Partial<Draft>) => values.change((drafts) => changed(drafts, uuid, change))
  const step = (by: -1 | 1) => values.change((drafts) => moved(drafts, uuid, by))
  return (
    <li className={classes.panel}>
      <div className={classes.head}>
        <ActionIcon
          aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${name}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        </ActionIcon>
        <span className="subtle">{place + 1}</span>
        <span className={classes.title}>
          <b>{name}</b>
          {draft.description && <small className="subtle">{draft.description}</small>}
        </span>
        <span className="small subtle">
          {count} {count === 1 ? 'value' : 'values'}, {mappings.length} {mappings.length === 1 ? 'field' : 'fields'}
        </span>
        <Switch
          label="Active"
          aria-label={`Active: ${name}`}
          checked={active}
          onChange={(event) => set({ active: event.currentTarget.checked })}
        />
        <Switch
          label="Enabled"
          aria-label={`Enabled for ${whose}: ${name}`}
          title={where.listingTemplateId === null ? 'Save this channel’s listing settings first.' : undefined}
          checked={isOnFor(draft, where)}
          disabled={!active || where.listingTemplateId === null}
          onChange={(event) => {
            const { checked } = event.currentTarget
            values.change((drafts) =>
              drafts.map((other) => (other.uuid === uuid ? switched(other, where, checked) : other)),
            )
          }}
        />
        <ActionIcon aria-label={`Move ${name} up`} disabled={place <= 0} onClick={() => step(-1)}>
          <Icon name="arrow-up" />
        </ActionIcon>
        <ActionIcon aria-label={`Move ${name} down`} disabled={place >= last} onClick={() => step(1)}>
          <Icon name="arrow-down" />
        </ActionIcon>
      </div>
      {isOpen && <Body {...props} />}
    </li>
  )
}

function Body({ draft, channel, where, values, isSought }: Props) {
  const { uuid, name, mappings } = draft
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(mappings.map((field) => field.uuid)))
  const [field, setField] = useState('')
  const allOpen = mappings.length > 0 && mappings.every((mapping) => open.has(mapping.uuid))
  const set = (change: (draft: Draft) => Draft) =>
    values.change((drafts) => drafts.map((candidate) => (candidate.uuid === uuid ? change(candidate) : candidate)))
  const known = values.fields.map((candidate) => candidate.name)
  const isUsed = mappings.some(({ targetName }) => nameKey(targetName) === nameKey(field))
  const addField = () => {
    const next = withField(draft, field, newId)
    if (next === draft) return
    set(() => next)
    setOpen(new Set([...open, next.mappings.at(-1)?.uuid ?? '']))
    setField('')
  }
  const drop = async () => {
    const yes = await confirm({
      title: `Delete "${name}"?`,
      body: 'After you save, values are published without this mapping.',
      confirm: 'Delete',
      danger: true,
    })
    if (yes) values.change((drafts) => drafts.filter((candidate) => candidate.uuid !== uuid))
  }
  return (
    <div className={classes.body}>
      <div className={classes.names}>
        <NameInput key={name} name={name} onTake={(next) => values.change((drafts) => renamed(drafts, uuid, next))} />
        <TextInput
          label="Description"
          maxLength={2000}
          value={draft.description}
          onChange={(event) => {
            const description = event.currentTarget.value
            set((mapping) => ({ ...mapping, description }))
          }}
        />
      </div>
      <Applied draft={draft} where={where} values={values} />
      <div className={classes.bar}>
        <Autocomplete
          aria-label={`Field to add to ${name}`}
          placeholder={`Field of ${markNames[channel]}`}
          data={[...new Set(known)].filter(
            (option) => !mappings.some((m) => nameKey(m.targetName) === nameKey(option)),
          )}
          limit={shownOptions}
          value={field}
          error={isUsed ? 'Field already exists' : undefined}
          onChange={setField}
          onKeyDown={(event) => event.key === 'Enter' && addField()}
          autoComplete="off"
        />
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          disabled={!field.trim() || isUsed}
          onClick={addField}
        >
          Add Field
        </Button>
        <span className="grow" />
        <Button
          variant="subtle"
          disabled={mappings.length === 0}
          onClick={() => setOpen(allOpen ? new Set() : new Set(mappings.map((mapping) => mapping.uuid)))}
        >
          {allOpen ? 'Hide All' : 'Show All'}
        </Button>
        <Button variant="subtle" color="red" onClick={() => void drop()}>
          Delete
        </Button>
      </div>
      {mappings
        .filter(({ targetName }) => isSought(targetName))
        .map((mapping) => (
          <FieldSection
            key={mapping.uuid}
            mapping={mapping}
            field={values.fields.find((known) => nameKey(known.name) === nameKey(mapping.targetName))}
            channel={channel}
            isOpen={open.has(mapping.uuid)}
            onOpen={(on) =>
              setOpen(new Set(on ? [...open, mapping.uuid] : [...open].filter((id) => id !== mapping.uuid)))
            }
            onChange={(change) => set((now) => withValues(now, mapping.uuid, change))}
            onRemove={() => set((now) => withoutField(now, mapping.uuid))}
          />
        ))}
    </div>
  )
}

/** A name that is taken, or blank, is ignored: the old one comes back. */
function NameInput({ name, onTake }: { name: string; onTake: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  return (
    <TextInput
      label="Name"
      maxLength={120}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        onTake(typed)
        setTyped(name)
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}

/** Of a saved mapping: the fields in which it changes a value of the template's products (MAP-153). */
function Applied({ draft, where, values }: Pick<Props, 'draft' | 'where' | 'values'>) {
  const saved = values.saved.find(({ uuid }) => uuid === draft.uuid)
  if (!saved || !isOn({ active: saved.active, switches: switchesOf(saved) }, where)) return null
  const own = values.saved.filter(({ channel }) => channel === saved.channel)
  const names = appliedTo(new Set([saved.uuid]), values.fields, own, where)
  return names.length > 0 && <p className={classes.applied}>Applied Value Mapping to: {names.join(', ')}</p>
}
