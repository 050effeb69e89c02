import { TextInput } from '@mantine/core'
import type { AskedOptions, Field } from '#contract/channels/describe.ts'
import { useOptions } from '#web/form/channels/channel-options.ts'
import { HtmlEditor } from '#web/form/html/editor.tsx'
import { shownText } from '#web/form/mentions/mention.ts'
import { cut, wordsOf } from '#web/form/words/plain.ts'
import { TitleInput } from '#web/form/mentions/title-input.tsx'
import { SearchMultiSelect, SearchSelect } from '#web/ui/choices/search-select.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { splitIds } from '../categories/categories.ts'
import { CategoryField } from './category-field.tsx'
import { FieldOrigin } from './field-origin.tsx'
import { type FieldProps, inputId, keptAs, textOf } from './fields.ts'

export const DescriptionField = ({
  scope,
  fields,
  onChange,
  names,
  values,
  examples,
  resolved,
  place,
  errors,
  field,
}: FieldProps) => (
  <div>
    <HtmlEditor
      id={inputId(field.name)}
      label={field.label}
      names={names}
      values={scope === 'product' ? values : undefined}
      examples={examples}
      value={textOf(fields, field.name)}
      onChange={(description) => onChange({ [field.name]: description })}
      error={errors[field.name]}
      description={blankDescription(place !== undefined, textOf(fields, field.name), resolved.description)}
    />
    <FieldOrigin field={field} resolved={resolved} place={place} />
  </div>
)

/** What stands there where nothing is written: an empty editor looks as if nothing did. */
function blankDescription(ofProduct: boolean, own: string, becomes: string): string | undefined {
  if (!ofProduct) return 'Leave blank to use the product’s description.'
  if (own) return undefined
  const words = shownText(wordsOf(becomes))
  return words ? `If blank: ${cut(words)}` : 'The product has no description either.'
}

export function TextField({ fields, onChange, names, errors, field }: FieldProps) {
  const { name, label, chars: maxLength, lines, mentions, blank: placeholder } = field
  const shared = { id: inputId(name), label, maxLength, placeholder, value: textOf(fields, name), error: errors[name] }
  const take = (value: string) => onChange({ [name]: value })
  if (mentions) return <TitleInput {...shared} names={names} onChange={take} />
  return lines ? (
    <Textarea {...shared} minRows={lines} onChange={(event) => take(event.currentTarget.value)} />
  ) : (
    <TextInput {...shared} onChange={(event) => take(event.currentTarget.value)} />
  )
}

export const TagsField = ({ fields, onChange, errors, field: { name, label, blank } }: FieldProps) => (
  <TagInput
    id={inputId(name)}
    label={label}
    placeholder={blank}
    value={splitIds(fields[name])}
    onChange={(tags) => onChange({ [name]: tags.join(', ') })}
    error={errors[name]}
  />
)

export const ChoiceField = (props: FieldProps) =>
  props.field.asks ? <AskedChoice {...props} asks={props.field.asks} /> : <KnownChoice {...props} />

/** Stands for a blank value in a list that names what counts then. */
const ofProduct = 'blank'

function KnownChoice({ fields, onChange, errors, field: { name, label, blank, options = [] } }: FieldProps) {
  return (
    <Select
      id={inputId(name)}
      label={label}
      data={[...(blank ? [{ value: ofProduct, label: blank }] : []), ...options]}
      clearable={!blank}
      value={textOf(fields, name) || (blank ? ofProduct : null)}
      onChange={(value) => onChange({ [name]: value === ofProduct ? '' : (value ?? '') })}
      error={errors[name]}
    />
  )
}

const blankWords = ({ on, blank }: Field) => (on.includes('integration') ? 'Channel default' : blank)

function AskedChoice({ channel, fields, onChange, errors, field, asks }: FieldProps & { asks: AskedOptions }) {
  const { options, failed } = useOptions(channel, asks)
  const { name, label } = field
  return (
    <SearchSelect
      id={inputId(name)}
      label={label}
      clearable
      placeholder={blankWords(field)}
      options={options ?? []}
      value={textOf(fields, name) || null}
      onChange={(value) => onChange({ [name]: value ?? '' })}
      error={errors[name] ?? notLoaded(label, failed)}
      description={options?.length === 0 && field.empty && <Empty {...field.empty} />}
    />
  )
}

const Empty = ({ words, url }: NonNullable<Field['empty']>) => (
  <a href={url} target="_blank" rel="noreferrer">
    {words}
  </a>
)

/** What the channel said instead of its options; the list is empty then (LST-113, LST-114). */
const notLoaded = (label: string, failed: string | undefined) => failed && `${label} could not be loaded: ${failed}`

export function ChoicesField(props: FieldProps) {
  const { asks, tree } = props.field
  return tree ? <CategoryField {...props} /> : asks && <AskedChoices {...props} asks={asks} />
}

function AskedChoices(props: FieldProps & { asks: AskedOptions }) {
  const { channel, scope, fields, below, onChange, errors, field, asks } = props
  const { options = [], failed } = useOptions(channel, asks)
  const stored = keptAs(field, scope)
  const inherited = splitIds(below[field.name]).map((id) => options.find(({ value }) => value === id)?.label ?? id)
  return (
    <SearchMultiSelect
      id={inputId(field.name)}
      label={field.label}
      placeholder={inherited.join(', ') || 'None'}
      options={options}
      value={splitIds(fields[stored])}
      onChange={(ids) => onChange({ [stored]: ids.join(',') })}
      error={errors[field.name] ?? notLoaded(field.label, failed)}
    />
  )
}
