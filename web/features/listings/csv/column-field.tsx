import { shownText } from '#web/form/mentions/mention.ts'
import type { SheetColumns, SheetHeader } from '#contract/channels/shapes/csv.ts'
import { withoutTags } from '#domain/html/tags.ts'
import {
  cellOf,
  columnWords,
  type Fill,
  fillsOf,
  optionProblem,
  type RowCell,
  undefinedWords,
} from '#domain/listings/content/columns.ts'
import { withColumn, writtenIn } from '#domain/listings/sheets/choices.ts'
import { references } from '#domain/products/attributes/references.ts'
import { noteOf } from '#web/form/mentions/mention.ts'
import { cut } from '#web/form/words/plain.ts'
import { TitleInput } from '#web/form/mentions/title-input.tsx'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { shownOptions } from '#web/ui/choices/many-options.ts'
import { inputId, type PartProps } from '../editor/fields.ts'
import classes from './sheet-columns.module.css'

interface Props extends PartProps {
  header: SheetHeader
  headers: readonly SheetHeader[]
  /** What is said here of all sheets. */
  chosen: readonly SheetColumns[]
}
const MOST_CHARACTERS = 50_000

const listIn = (fields: Readonly<Record<string, unknown>>, name: string) =>
  (Array.isArray(fields[name]) ? fields[name] : []) as readonly SheetColumns[]

/** What stands in one column (LST-332..LST-335). */
export function ColumnField(props: Props) {
  const { header, headers, chosen, field, below, names, values, examples, errors, onChange, scope } = props
  const own = writtenIn(chosen, header).find(isOf(header))?.value ?? ''
  const inherited = fillsOf(headers, writtenIn(listIn(below, field.name), header)).find(
    (fill) => fill.header === header,
  )
  const fill = own ? { header, text: own, isOwn: true } : (inherited ?? { header, text: '', isOwn: false })
  const { cell, unresolved } = previewOf(props, fill)
  const problem = optionProblem(header, own ? cell : '')
  const shared = {
    id: inputId(`${field.name}.${header.name}`),
    label: `column ${header.cellId}`,
    placeholder: shownText(inherited?.text ?? '') || undefined,
    value: own,
    error: errors[`${field.name}.${header.name}`] ?? (problem?.refuses ? problem.sentence : undefined),
    description: problem ? (
      !problem.refuses && <span className={classes.warn}>{problem.sentence}</span>
    ) : unresolved.length > 0 ? (
      <span className={classes.warn}>{undefinedWords(unresolved)}</span>
    ) : (
      scope === 'product' && becomes(fill.text, cell)
    ),
  }
  const take = (value: string) => onChange({ [field.name]: withColumn(chosen, header, value) })
  const known = [...new Set([...columnWords.slice(0, PLAIN_WORDS), ...names])]
  return (
    <>
      <span className={classes.name}>
        {header.name}
        {header.strict && header.options.length > 0 && <small>Only its options</small>}
      </span>
      {header.options.length > 0 ? (
        <Autocomplete
          {...shared}
          data={[...new Set(header.options)]}
          limit={shownOptions}
          maxLength={MOST_CHARACTERS}
          onChange={take}
          autoComplete="off"
        />
      ) : (
        <TitleInput
          {...shared}
          names={known}
          noteOf={noteOf(scope === 'product' ? values : undefined, examples)}
          maxLength={MOST_CHARACTERS}
          onChange={take}
        />
      )}
    </>
  )
}
/** Those before the single pictures, of which few are ever named. */
const PLAIN_WORDS = 17

const isOf =
  ({ name, cellId }: SheetHeader) =>
  (column: { name: string; cellId: string }) =>
    column.name === name && column.cellId === cellId

/** Whether a page knows what becomes of a text: prices and stock are the server's to tell. */
const isTold = (text: string) => !/\{\{\s*(price|quantity)\s*\}\}/i.test(text)
/** What becomes of references, where that is known. */
const becomes = (text: string, cell: RowCell['cell']) =>
  references(text).length > 0 && isTold(text) && cut(String(cell))

/** What a column holds for the product at hand, as far as a page knows it. */
function previewOf({ resolved, values, scope }: Props, fill: Fill): RowCell {
  if (scope === 'template' || !isTold(fill.text)) return { cell: fill.text, unresolved: [] }
  const [variant] = resolved.variants
  return cellOf(
    fill,
    { ...resolved, description: withoutTags(resolved.description, ' ').trim(), sizeAndWeight: null },
    {
      sku: variant?.sku ?? '',
      options: {},
      price: '',
      quantity: 0,
      barcode: variant?.barcode,
      image: variant?.image,
      values: Object.fromEntries(values),
    },
  )
}
