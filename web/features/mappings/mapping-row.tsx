import { ActionIcon, Button, Checkbox, Switch, TextInput } from '@mantine/core'
import type { DragEvent } from 'react'
import type { RuledText } from '#contract/mappings/mappings.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { copyOf, type DraftMapping, drop, newRule, put } from './draft.ts'
import classes from './rules.module.css'
import { RuleEditor } from './rule-editor.tsx'

interface Props {
  mapping: DraftMapping
  /** In its list, from 1, and how many there are. */
  number: number
  of: number
  applyTo: RuledText
  names: readonly string[]
  open: boolean
  /** For what is done to many; undefined where it is the only one. */
  chosen: boolean | undefined
  /** The product whose switches are shown; none on a template's page. */
  sku: string | undefined
  /** The number of the rule that a link leads to. */
  aim: number | undefined
  errorOf: (path: string) => string | undefined
  drag: Record<string, unknown> & { onDragStart: (event: DragEvent) => void }
  onOpen: (open: boolean) => void
  onChoose: (chosen: boolean) => void
  onChange: (change: Partial<DraftMapping>) => void
  onMove: (to: number) => void
  onDelete: () => void
}

/** One mapping: its number, name and switches; open, its rules. */
export function MappingRow(props: Props) {
  const { mapping, number, of, applyTo, names, open, chosen, sku, aim, errorOf, drag } = props
  const { onOpen, onChoose, onChange, onMove, onDelete } = props
  const { uuid, name, description, active, enabled, rules } = mapping
  const title = name || 'No name'
  return (
    <li className={classes.mapping} aria-label={title} data-mapping={uuid}>
      <div className={classes.head} {...drag}>
        {chosen !== undefined && (
          <Checkbox
            aria-label={`Select ${title}`}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        <ActionIcon
          aria-expanded={open}
          aria-controls={`mapping-${uuid}`}
          aria-label={`${open ? 'Collapse' : 'Expand'} ${title}`}
          onClick={() => onOpen(!open)}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        </ActionIcon>
        <span className={classes.number}>{number}</span>
        <button type="button" className={classes.name} tabIndex={-1} onClick={() => onOpen(!open)}>
          <b>{title}</b>
          <span>{description || saidOf(mapping)}</span>
        </button>
        <span className={classes.switches}>
          <Switch
            label="Active"
            aria-label={`Active: ${title}`}
            checked={active}
            onChange={(event) => onChange({ active: event.currentTarget.checked })}
          />
          {sku !== undefined && (
            <Switch
              label="Enabled"
              aria-label={`Enabled for ${sku}: ${title}`}
              title={active ? `Only for ${sku}` : 'Turn on Active first'}
              checked={enabled && active}
              disabled={!active}
              onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
            />
          )}
        </span>
        <span className={classes.moves}>
          <ActionIcon
            data-move="up"
            aria-label={`Move up: ${title}`}
            title="Move up"
            disabled={number === 1}
            onClick={() => onMove(number - 2)}
          >
            <Icon name="chevron-up" />
          </ActionIcon>
          <ActionIcon
            data-move="down"
            aria-label={`Move down: ${title}`}
            title="Move down"
            disabled={number === of}
            onClick={() => onMove(number)}
          >
            <Icon name="chevron-down" />
          </ActionIcon>
        </span>
      </div>
      {open && (
        <div className={classes.body} id={`mapping-${uuid}`}>
          <div className={classes.named}>
            <div data-path="name">
              <TextInput
                label="Name"
                required
                maxLength={120}
                value={name}
                error={errorOf('name')}
                onChange={(event) => onChange({ name: event.currentTarget.value })}
              />
            </div>
            <TextInput
              label="Description"
              maxLength={2000}
              value={description}
              onChange={(event) => onChange({ description: event.currentTarget.value })}
            />
          </div>
          {rules.map((rule, r) => (
            <div key={rule.uuid} data-path={`rules.${r}`}>
              <RuleEditor
                isAim={aim === r + 1}
                rule={rule}
                number={r + 1}
                applyTo={applyTo}
                names={names}
                errorOf={(path) => errorOf(`rules.${r}.${path}`)}
                onChange={(next) => onChange({ rules: put(rules, r, next) })}
                onDuplicate={() => onChange({ rules: rules.toSpliced(r + 1, 0, copyOf(rule)) })}
                onRemove={() => onChange({ rules: drop(rules, r) })}
              />
            </div>
          ))}
          <div className={classes.feet}>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="plus" size="s" />}
              onClick={() => onChange({ rules: [...rules, newRule()] })}
            >
              Add Rule
            </Button>
            <Button variant="subtle" color="red" size="xs" onClick={onDelete}>
              Delete
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

/** What stands in the place of a description. */
function saidOf({ rules }: DraftMapping): string {
  const works = rules.filter(({ actions }) => actions.length > 0).length
  if (works === 0) return 'No description. Add an action to make it work.'
  return `No description. ${works === 1 ? '1 rule' : `${works} rules`}.`
}
