import { valuesOf } from '#domain/products/attributes/values.ts'
import { rowsOf } from './attribute-rows.ts'
import { attributesOf, type Draft, type Template } from '../page/draft.ts'
/** "14 of 16 filled" */
export function Filled({ template, draft }: { template: Template; draft: Draft }) {
  const values = valuesOf(draft)
  const rows = rowsOf(attributesOf(template), draft.attributes)
  return (
    <span className="subtle small">
      {rows.filter((row) => values.get(row.name.trim().toLowerCase())?.trim()).length} of {rows.length} filled
    </span>
  )
}
