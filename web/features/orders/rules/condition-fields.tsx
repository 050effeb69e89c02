import { ActionIcon } from '@mantine/core'
import { allSkus } from '#contract/products/products.ts'
import { orderTags } from '#contract/orders/handling.ts'
import { countries } from '#domain/orders/countries.ts'
import { compareWords } from '#domain/orders/rules/words.ts'
import { useRead } from '#web/api.ts'
import { channelChoices } from '#web/form/channels/account.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { MoneyInput } from '#web/ui/inputs/number-input.tsx'
import { SearchMultiSelect, SearchSelect } from '#web/ui/choices/search-select.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import type { DraftCondition, Field } from './draft.ts'
import classes from './rules.module.css'

const fields: readonly { value: Field; label: string }[] = [
  { value: 'channel', label: 'Channel' },
  { value: 'country', label: 'Country' },
  { value: 'region', label: 'State or region' },
  { value: 'total', label: 'Total' },
  { value: 'sku', label: 'SKU' },
  { value: 'tag', label: 'Tag' },
]
const compares = Object.entries(compareWords).map(([value, label]) => ({ value, label }))
const currencies = () => Intl.supportedValuesOf('currency').map((value) => ({ value, label: value }))
/** Of an order's lines and tags one is enough. */
const verbs = (field: Field) =>
  field === 'sku' || field === 'tag'
    ? [
        { value: 'is', label: 'has one of' },
        { value: 'not', label: 'has none of' },
      ]
    : [
        { value: 'is', label: 'is one of' },
        { value: 'not', label: 'is none of' },
      ]

interface Props {
  condition: DraftCondition
  /** From 1. */
  number: number
  errorOf: (path: string) => string | undefined
  onChange: (change: Partial<DraftCondition>) => void
  onRemove: () => void
}

/** One condition: what of the order, and what it has to be. */
export function ConditionFields({ condition, number, errorOf, onChange, onRemove }: Props) {
  const { field, not } = condition
  return (
    <div role="group" aria-label={`Condition ${number}`} className={classes.condition}>
      <Select
        aria-label="Field"
        allowDeselect={false}
        data={fields}
        value={field}
        onChange={(value) => onChange({ field: (value ?? 'channel') as Field, values: [] })}
      />
      {field === 'total' ? (
        <Total condition={condition} errorOf={errorOf} onChange={onChange} />
      ) : (
        <>
          <Select
            aria-label="Operator"
            allowDeselect={false}
            data={verbs(field)}
            value={not ? 'not' : 'is'}
            onChange={(value) => onChange({ not: value === 'not' })}
          />
          <span className={classes.values}>
            <Values condition={condition} error={valuesError(condition, errorOf)} onChange={onChange} />
          </span>
        </>
      )}
      <ActionIcon aria-label={`Remove condition ${number}`} variant="subtle" color="red" onClick={onRemove}>
        <Icon name="trash" />
      </ActionIcon>
    </div>
  )
}

/** What is wrong with them all, or with one. */
const valuesError = ({ values }: DraftCondition, errorOf: Props['errorOf']) =>
  errorOf('values') ?? values.map((_, at) => errorOf(`values.${at}`)).find(Boolean)

function Total({ condition, errorOf, onChange }: Pick<Props, 'condition' | 'errorOf' | 'onChange'>) {
  return (
    <>
      <Select
        aria-label="Operator"
        allowDeselect={false}
        data={compares}
        value={condition.compare}
        onChange={(value) => onChange({ compare: (value ?? 'above') as DraftCondition['compare'] })}
      />
      <span className={`${classes.values} ${classes.total}`}>
        <MoneyInput
          aria-label="Amount"
          leftSection={undefined}
          leftSectionWidth={0}
          value={condition.amount}
          onChange={(amount) => onChange({ amount })}
          error={errorOf('amount')}
        />
        <SearchSelect
          aria-label="Currency"
          allowDeselect={false}
          options={currencies()}
          value={condition.currency}
          onChange={(currency) => onChange({ currency: currency ?? condition.currency })}
          error={errorOf('currency')}
        />
      </span>
    </>
  )
}

interface ValuesProps {
  condition: DraftCondition
  error: string | undefined
  onChange: Props['onChange']
}

function Values({ condition: { field, values }, error, onChange }: ValuesProps) {
  const put = (next: string[]) => onChange({ values: next })
  if (field === 'channel')
    return (
      <SearchMultiSelect
        aria-label="Channels"
        placeholder="Channels"
        options={[...channelChoices([]), { value: 'manual', label: markNames.manual }]}
        value={values}
        onChange={put}
        error={error}
      />
    )
  if (field === 'country')
    return (
      <SearchMultiSelect
        aria-label="Countries"
        placeholder="Countries"
        options={[...countries()].map(([value, label]) => ({ value, label }))}
        value={values}
        onChange={put}
        error={error}
      />
    )
  if (field === 'region')
    return (
      <TagInput
        aria-label="States or regions"
        placeholder={values.length > 0 ? undefined : 'As written in addresses, such as CA or California'}
        value={values}
        onChange={put}
        error={error}
      />
    )
  return field === 'sku' ? (
    <Skus values={values} put={put} error={error} />
  ) : (
    <Tags values={values} put={put} error={error} />
  )
}

interface Known {
  values: string[]
  put: (values: string[]) => void
  error: string | undefined
}

function Skus({ values, put, error }: Known) {
  const known = useRead(allSkus, { query: {} })
  return <TagInput aria-label="SKUs" value={values} onChange={put} options={known.data ?? []} error={error} />
}

function Tags({ values, put, error }: Known) {
  const known = useRead(orderTags)
  return <TagInput aria-label="Tags" value={values} onChange={put} options={known.data ?? []} error={error} />
}
