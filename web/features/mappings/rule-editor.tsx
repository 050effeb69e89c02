import { ActionIcon, Button } from '@mantine/core'
import { type Condition, operators, qualifiers, type Rule, type RuledText } from '#contract/mappings/mappings.ts'
import { parts } from '#domain/mappings/inputs.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { ActionRow } from './action-row.tsx'
import { drop, dropCondition, newAction, newCondition, put } from './draft.ts'
import classes from './rules.module.css'
import { ReferenceInput } from './reference-input.tsx'
import { newId } from '#web/new-id.ts'

interface Props {
  rule: Rule
  /** Of its mapping, from 1. */
  number: number
  applyTo: RuledText
  names: readonly string[]
  /** Where the focus goes when the dialog opens. */
  isAim: boolean
  errorOf: (path: string) => string | undefined
  onChange: (rule: Rule) => void
  onDuplicate: () => void
  onRemove: () => void
}

/** A rule as a sentence: if all of a block, or all of another; then. */
export function RuleEditor({ rule, number, applyTo, names, isAim, errorOf, onChange, onDuplicate, onRemove }: Props) {
  const { conditionSets, actions } = rule
  const setAt = (at: number, conditions: Condition[]) =>
    onChange({ ...rule, conditionSets: put(conditionSets, at, { conditions }) })
  return (
    <section
      className={classes.rule}
      aria-label={`Rule ${number}`}
      data-rule={number}
      data-autofocus={isAim || undefined}
      tabIndex={-1}
    >
      <header>
        <b>Rule {number}</b>
        {conditionSets.length === 0 && actions.length > 0 && <span className="subtle small">Always applies</span>}
        {actions.length === 0 && <span className="subtle small">Add an action to make this rule work</span>}
        <span className="grow" />
        <Button variant="subtle" size="xs" onClick={onDuplicate}>
          Duplicate
        </Button>
        <Button variant="subtle" size="xs" onClick={onRemove}>
          Remove Rule
        </Button>
      </header>
      {conditionSets.map(({ uuid, conditions }, s) => (
        <div key={uuid}>
          {s > 0 && <p className={classes.or}>or</p>}
          <div className={classes.block} role="group" aria-label={`Conditions ${s + 1}`}>
            {conditions.map((condition, c) => (
              <ConditionRow
                key={condition.uuid}
                condition={condition}
                joins={c === 0 ? 'If' : 'and'}
                number={c + 1}
                names={names}
                error={errorOf(`conditionSets.${s}.conditions.${c}.input`)}
                path={`conditionSets.${s}.conditions.${c}.input`}
                onChange={(change) => setAt(s, put(conditions, c, change))}
                onRemove={() => onChange(dropCondition(rule, s, c))}
              />
            ))}
            <Button
              className={classes.and}
              variant="subtle"
              size="xs"
              leftSection={<Icon name="plus" size="s" />}
              aria-label={`and: add to conditions ${s + 1}`}
              onClick={() => setAt(s, [...conditions, newCondition()])}
            >
              and
            </Button>
          </div>
        </div>
      ))}
      {actions.length > 0 && (
        <div className={classes.block} role="group" aria-label="Actions">
          {actions.map((action, a) => (
            <ActionRow
              key={action.uuid}
              action={action}
              number={a + 1}
              applyTo={applyTo}
              names={names}
              errorOf={(field) => errorOf(`actions.${a}.${field}`)}
              path={`actions.${a}`}
              onChange={(next) => onChange({ ...rule, actions: put(actions, a, next) })}
              onRemove={() => onChange({ ...rule, actions: drop(actions, a) })}
            />
          ))}
        </div>
      )}
      <footer>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size="s" />}
          onClick={() =>
            onChange({
              ...rule,
              conditionSets: [...conditionSets, { uuid: newId(), conditions: [newCondition()] }],
            })
          }
        >
          Add Conditions
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size="s" />}
          onClick={() => onChange({ ...rule, actions: [...actions, newAction()] })}
        >
          Add Action
        </Button>
      </footer>
    </section>
  )
}

interface RowProps {
  condition: Condition
  joins: string
  number: number
  names: readonly string[]
  error: string | undefined
  path: string
  onChange: (change: Partial<Condition>) => void
  onRemove: () => void
}

function ConditionRow({ condition, joins, number, names, error, path, onChange, onRemove }: RowProps) {
  const { input, operator, qualifier, value } = condition
  return (
    <div className={classes.condition} role="group" aria-label={`Condition ${number}`} data-path={path}>
      <span className={classes.joins}>{joins}</span>
      <Select
        className={classes.half}
        aria-label="Qualifier"
        data={[...qualifiers]}
        value={qualifier}
        onChange={(next) => onChange({ qualifier: qualifiers.find((candidate) => candidate === next) ?? qualifier })}
      />
      <ReferenceInput
        label="Input"
        className={classes.whole}
        value={input}
        names={names}
        placeholder="Attributes"
        error={error}
        onChange={(next) => onChange({ input: next })}
      />
      <Select
        className={classes.otherHalf}
        aria-label="Operator"
        data={[...operators]}
        value={operator}
        onChange={(next) => onChange({ operator: operators.find((candidate) => candidate === next) ?? operator })}
      />
      <TagInput
        className={classes.whole}
        aria-label="Value"
        placeholder={value ? undefined : 'nothing'}
        value={value ? parts(value) : []}
        onChange={(next) => onChange({ value: next.join(',') })}
      />
      <ActionIcon
        className={classes.remove}
        aria-label={`Remove condition ${number}`}
        title="Remove condition"
        onClick={onRemove}
      >
        <Icon name="close" size="s" />
      </ActionIcon>
    </div>
  )
}
