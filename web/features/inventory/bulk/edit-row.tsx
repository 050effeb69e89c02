import { ActionIcon, Checkbox, TextInput } from '@mantine/core'
import type { EditableField } from '#contract/changes/changes.ts'
import { allTags } from '#contract/products/products.ts'
import { listOperators, operatorRoleNames, type OperatorRole } from '#contract/safety/operators.ts'
import { parseTags } from '#domain/products/tags.ts'
import { operatorRoleOf } from '#domain/safety/names.ts'
import { useRead } from '#web/api.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { currencySign } from '#web/ui/format.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import classes from './bulk.module.css'
import { actionsOf, type EditRow, kindOf, unitsOf, withAction, withField } from './rows.ts'

interface Props {
  row: EditRow
  at: number
  /** Fields by group, without those of other rows. */
  fields: { group: string; items: { value: EditableField; label: string }[] }[]
  onChange: (row: EditRow) => void
  onRemove?: () => void
  problem: string | undefined
}

/** One field, what is done to it, and with what. */
export function EditRowFields({ row, at, fields, onChange, onRemove, problem }: Props) {
  const which = `Edit ${at + 1}`
  return (
    <div className={classes.row} role="group" aria-label={which}>
      <Select
        aria-label={`${which}, field`}
        placeholder="Field"
        searchable
        nothingFoundMessage="No results"
        data={fields}
        value={row.field}
        onChange={(field) => onChange(withField(row, field as EditableField | null))}
      />
      <Select
        aria-label={`${which}, action`}
        disabled={!row.field}
        data={row.field ? actionsOf(row.field) : []}
        value={row.field ? row.action : null}
        onChange={(action) => onChange(withAction(row, action as EditRow['action']))}
      />
      <div className={classes.values}>
        {row.field && (
          <Values
            row={row}
            field={row.field}
            which={which}
            onChange={(change) => onChange({ ...row, ...change })}
            problem={problem}
          />
        )}
      </div>
      <ActionIcon aria-label={`Remove ${which.toLowerCase()}`} disabled={!onRemove} onClick={onRemove}>
        <Icon name="close" />
      </ActionIcon>
    </div>
  )
}

interface ValueProps {
  row: EditRow
  field: EditableField
  which: string
  onChange: (change: Partial<EditRow>) => void
  problem: string | undefined
}

function Values(props: ValueProps) {
  const { row, field, which, onChange, problem } = props
  const kind = kindOf(field)
  if (row.action === 'replace') return <Replace {...props} />
  if (row.action === 'round') return <Round {...props} />
  if (kind === 'tags') return <Tags {...props} />
  if (kind === 'flag' || kind === 'unit') {
    const data =
      kind === 'flag'
        ? [
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]
        : [...unitsOf(field)]
    return (
      <Select
        aria-label={`${which}, value`}
        placeholder="Choose"
        data={data}
        value={row.value || null}
        onChange={(value) => onChange({ value: value ?? '' })}
        error={problem}
      />
    )
  }
  const role =
    row.action === 'set' && field.startsWith('attr.') ? operatorRoleOf(field.slice('attr.'.length)) : undefined
  if (role) return <OperatorSelect {...props} role={role} />
  if (kind === 'text' || kind === 'barcode')
    return (
      <Textarea
        aria-label={`${which}, value`}
        placeholder={row.action === 'set' ? 'Empty' : 'Text'}
        minRows={1}
        maxRows={4}
        value={row.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        error={problem}
      />
    )
  return (
    <TextInput
      aria-label={`${which}, value`}
      inputMode="decimal"
      autoComplete="off"
      placeholder={
        row.action === 'add' ? 'Use a minus sign to subtract' : row.action === 'percent' ? '10 or -10' : undefined
      }
      leftSection={kind === 'money' && (row.action === 'set' || row.action === 'add') ? currencySign() : undefined}
      rightSection={row.action === 'percent' ? '%' : undefined}
      value={row.value}
      onChange={(event) => onChange({ value: event.currentTarget.value })}
      error={problem}
    />
  )
}

/** Products name an operator; any other name would be told as a problem of each. */
function OperatorSelect({ row, which, onChange, problem, role }: ValueProps & { role: OperatorRole }) {
  const operators = useRead(listOperators)
  const names = operators.data?.flatMap((operator) => (operator.role === role ? [operator.name] : []))
  return (
    <Select
      aria-label={`${which}, value`}
      placeholder="Empty"
      searchable
      clearable
      nothingFoundMessage={
        names?.length === 0
          ? `No operators with the role ${operatorRoleNames[role]} yet. Create one under Operators.`
          : 'No results'
      }
      data={names ?? []}
      value={row.value || null}
      onChange={(value) => onChange({ value: value ?? '' })}
      error={problem ?? (operators.isError && 'Couldn’t load your operators.')}
    />
  )
}

const Replace = ({ row, field, which, onChange, problem }: ValueProps) => (
  <>
    <TextInput
      aria-label={`${which}, find`}
      placeholder="Find"
      value={row.find}
      onChange={(event) => onChange({ find: event.currentTarget.value })}
      error={problem}
    />
    <TextInput
      aria-label={`${which}, replace with`}
      placeholder={kindOf(field) === 'tags' ? 'New tag (leave blank to remove)' : 'Replace with'}
      value={row.with}
      onChange={(event) => onChange({ with: event.currentTarget.value })}
    />
    <Checkbox
      label="Match case"
      checked={row.matchCase}
      onChange={(event) => onChange({ matchCase: event.currentTarget.checked })}
    />
  </>
)

const Round = ({ row, which, onChange, problem }: ValueProps) => (
  <>
    <Select
      aria-label={`${which}, direction`}
      data={[
        { value: 'nearest', label: 'Round to nearest' },
        { value: 'up', label: 'Round up' },
        { value: 'down', label: 'Round down' },
      ]}
      value={row.direction}
      onChange={(direction) => onChange({ direction: (direction ?? 'nearest') as EditRow['direction'] })}
    />
    <TextInput
      aria-label={`${which}, multiple of`}
      inputMode="decimal"
      leftSection="×"
      value={row.value}
      onChange={(event) => onChange({ value: event.currentTarget.value })}
      error={problem}
    />
    <TextInput
      aria-label={`${which}, less`}
      inputMode="decimal"
      placeholder="Less"
      leftSection="−"
      value={row.less}
      onChange={(event) => onChange({ less: event.currentTarget.value })}
    />
  </>
)

function Tags({ row, which, onChange, problem }: ValueProps) {
  const known = useRead(allTags)
  return (
    <TagInput
      aria-label={`${which}, tags`}
      placeholder={row.action === 'set' ? 'No tags' : 'Tags'}
      value={parseTags(row.value)}
      options={known.data ?? []}
      onChange={(tags) =>
        onChange({ value: tags.map((tag) => (/[",;]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(',') })
      }
      error={problem}
    />
  )
}
