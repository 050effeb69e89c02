import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { allAttributeValues, allTags } from '#contract/products/products.ts'
import { getTemplate } from '#contract/templates.ts'
import { conditionsFor } from '#domain/products/condition.ts'
import { useRead } from '#web/api.ts'
import { attributeName, type ColumnDef, type ProductRow } from '../columns/columns.ts'
import { cellText } from './cells.ts'
import { type EditorProps, LineEditor, TextEditor } from './editor-input.tsx'
import { SuggestEditor } from './suggest-editor.tsx'

/** INV-233, in milliseconds. */
const suggestionPauseMs = 1000

const ConditionEditor = (props: EditorProps) => (
  <SuggestEditor {...props} strict options={conditionsFor(props.data ? (cellText(props.data, props.def) ?? '') : '')} />
)
const ChoiceEditor = (props: EditorProps) => <SuggestEditor {...props} strict options={props.def.options ?? []} />
const FlagEditor = (props: EditorProps) => <SuggestEditor {...props} strict options={['Yes', 'No']} />

const afterComma = (text: string) => text.lastIndexOf(',') + 1

/** Tags stand beside each other with commas; the one being typed is completed from those in use. */
function TagsEditor(props: EditorProps) {
  const tags = useRead(allTags)
  const note = tags.isError ? 'Failed to load suggestions.' : undefined
  return <SuggestEditor {...props} options={tags.data ?? []} partFrom={afterComma} note={note} failed={tags.isError} />
}

/** The options of the template's attribute and the values that other products have (INV-228..231). */
function AttributeEditor(props: EditorProps) {
  const { def, data } = props
  const name = attributeName(def.key) ?? def.label
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, suggestionPauseMs)
  const template = useRead(getTemplate, { params: { id: data?.templateId ?? 0 } }, { enabled: data !== undefined })
  const used = useRead(
    allAttributeValues,
    { query: { name, search: search || undefined, limit: 100 } },
    { keepPrevious: true },
  )
  const attribute = template.data?.attributes.find((a) => a.name.toLowerCase() === name.toLowerCase())
  const values = used.data?.find((a) => a.name.toLowerCase() === name.toLowerCase())?.values ?? []
  const failed = template.isError || used.isError
  const note = template.isError
    ? 'Failed to load attribute props.'
    : used.isError
      ? 'Failed to load suggestions.'
      : template.isPending
        ? 'Loading options…'
        : undefined
  if (attribute?.type === 'number') return <LineEditor {...props} />
  return (
    <SuggestEditor
      {...props}
      options={[...new Set([...(attribute?.options ?? []), ...values])]}
      note={note}
      failed={failed}
      onTyped={setTyped}
    />
  )
}

/** Which editor a column opens, and whether it floats above the table. */
export function editorOf(
  def: ColumnDef,
  row: ProductRow | undefined,
): { component: (props: EditorProps) => React.ReactNode; popup: boolean } {
  switch (def.kind) {
    case 'condition':
      return { component: ConditionEditor, popup: false }
    case 'choice':
      return { component: ChoiceEditor, popup: false }
    case 'flag':
      return { component: FlagEditor, popup: false }
    case 'tags':
      return { component: TagsEditor, popup: false }
    case 'text':
      return { component: TextEditor, popup: true }
    case 'attribute':
      return row && /[\r\n]/.test(cellText(row, def) ?? '')
        ? { component: TextEditor, popup: true }
        : { component: AttributeEditor, popup: false }
    default:
      return { component: LineEditor, popup: false }
  }
}
