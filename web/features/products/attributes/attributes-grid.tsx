import { ActionIcon, Button } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { lazy, memo, Suspense, useDeferredValue, useMemo } from 'react'
import type { ProductAttribute } from '#contract/products/products.ts'
import type { TemplateAttribute } from '#contract/templates.ts'
import { withoutTags } from '#domain/html/tags.ts'
import { phrasesOf, valuesIn } from '#domain/products/attributes/suggested.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { holdsDocuments } from '#domain/safety/documents.ts'
import type { AttributeOffers } from '#web/form/mentions/attribute-offers.ts'
import { useWritable } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { rowsOf, withChange, withValue } from './attribute-rows.ts'
import { AttributeValue } from './attribute-value.tsx'
import classes from './attributes-grid.module.css'
import { MadeHint } from './made-hint.tsx'
import type { MadeOf } from './use-made.ts'

const DocumentUpload = lazy(() => import('./document-upload.tsx'))

const sources: Record<string, string> = {
  user: 'Entered',
  template: 'Template default',
  generated: 'Generated',
  import: 'Import',
}
const marks = { required: 'Required', recommended: 'Recommended', optional: '' } as const

export interface GridProps {
  template: readonly TemplateAttribute[]
  value: readonly ProductAttribute[]
  /** What rules make of them when they are listed. */
  made?: MadeOf | undefined
  /** Of the product: values that stand there are suggested. */
  texts?: { title: string; description: string } | undefined
  /** What channels take, besides the template's own options. */
  offers: AttributeOffers
  onChange: (attributes: ProductAttribute[]) => void
}

/** Name and value of every attribute, required ones flagged. */
export function AttributesGrid({ template, value, made, offers, texts, onChange }: GridProps) {
  const suggested = useSuggested({ template, offers, texts })
  const byName = new Map(value.map((a) => [nameKey(a.name), a]))
  const setValue = useCallbackRef((row: Row, next: string) => onChange(withValue(value, row.name, next, row.id)))
  const override = useCallbackRef((row: Row, overrideDynamicMapping: boolean) =>
    onChange(withChange(value, row, { overrideDynamicMapping })),
  )
  return (
    <>
      {offers.failed.length > 0 && (
        <Callout tone="warning">Some suggestions couldn’t load. {offers.failed.join(' ')}</Callout>
      )}
      <table className={classes.attributes} aria-label="Attributes">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col" className={classes.source}>
              Source
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(template, value).map((row) => (
            <AttributeRow
              key={row.name}
              row={row}
              now={byName.get(nameKey(row.name))}
              ruled={made?.attributes.get(nameKey(row.name))}
              follows={made?.follows ?? false}
              offers={offers}
              suggested={byName.get(nameKey(row.name))?.value.trim() ? '' : (suggested.get(nameKey(row.name)) ?? '')}
              onValue={setValue}
              onOverride={override}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

type Row = ReturnType<typeof rowsOf>[number]

/** The values that the texts name, by attribute of the template, as one text each: rows are drawn anew when it changes. */
function useSuggested({ template, offers, texts }: Pick<GridProps, 'template' | 'offers' | 'texts'>) {
  // Typing in the title does not wait for this.
  const title = useDeferredValue(texts?.title ?? '')
  const description = useDeferredValue(texts?.description ?? '')
  return useMemo(() => {
    const phrases = phrasesOf([title, withoutTags(description, ' ')])
    const values = phrases.size > 0 ? template : []
    return new Map(values.map((row) => [nameKey(row.name), valuesIn(phrases, offers.of(row).options).join('\n')]))
  }, [title, description, template, offers])
}

interface RowProps {
  row: Row
  now: ProductAttribute | undefined
  ruled: ReturnType<MadeOf['attributes']['get']>
  follows: boolean
  offers: AttributeOffers
  /** Values, one a line. */
  suggested: string
  onValue: (row: Row, value: string) => void
  onOverride: (row: Row, overrides: boolean) => void
}

/** Of hundreds, only that is drawn anew in which somebody types. */
const AttributeRow = memo(function AttributeRow({ row, now, ruled, follows, offers, suggested, ...on }: RowProps) {
  const { onValue, onOverride } = on
  const missing = row.constraint === 'required' && !now?.value.trim()
  const overrides = now?.overrideDynamicMapping ?? false
  const isWritable = useWritable()
  return (
    <tr data-missing={missing || undefined} data-ruled={ruled !== undefined || undefined} id={`attribute-${row.name}`}>
      <th scope="row">
        {row.name} <span className={classes.constraint}>{marks[row.constraint]}</span>
      </th>
      <td>
        <div className={classes.cell}>
          <AttributeValue
            attribute={row}
            offers={offers}
            value={now?.value ?? ''}
            onChange={(next) => onValue(row, next)}
          />
          {follows && (
            <ActionIcon
              aria-pressed={overrides}
              aria-label={`Override dynamic mapping: ${row.name}`}
              title={overrides ? 'Rules don’t change this value' : 'Rules can change this value'}
              onClick={() => onOverride(row, !overrides)}
            >
              <Icon name={overrides ? 'lock' : 'unlock'} size="s" />
            </ActionIcon>
          )}
        </div>
        {isWritable && holdsDocuments(row.name) && (
          <Suspense fallback={null}>
            <DocumentUpload name={row.name} value={now?.value ?? ''} onChange={(next) => onValue(row, next)} />
          </Suspense>
        )}
        <Suggested row={row} values={suggested ? suggested.split('\n') : []} onUse={(next) => onValue(row, next)} />
        {ruled && <MadeHint made={ruled} />}
      </td>
      <td className={classes.source}>{now?.value.trim() ? (sources[now.source] ?? now.source) : ''}</td>
    </tr>
  )
})

/** What the title or the description says, to be used with one click; nothing is filled in by itself. */
function Suggested({ row, values, onUse }: { row: Row; values: readonly string[]; onUse: (value: string) => void }) {
  const writable = useWritable()
  if (!writable || values.length === 0) return null
  return (
    <div className={classes.suggested} role="group" aria-label={`Suggestions for ${row.name}`}>
      {values.map((value) => (
        <Button key={value} variant="default" size="compact-xs" onClick={() => onUse(value)}>
          Use {value}
        </Button>
      ))}
      <span className="subtle small">From the title or description</span>
    </div>
  )
}
