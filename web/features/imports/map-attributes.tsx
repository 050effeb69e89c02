import { Button, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ImportMapping, suggestColumns } from '#contract/imports.ts'
import { useRead } from '#web/api.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Card } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { ColumnSelect } from './column-select.tsx'
import classes from './imports.module.css'
import {
  attributeLines,
  choiceOf,
  mappingFor,
  shownLines,
  type Suggestion,
  withAttribute,
  withSuggested,
} from './mapping.ts'
import type { Import, ImportColumn } from './upload.ts'

const sizes = [5, 10, 25, 50, 100, 250, 500, 1000]
const sizeAtFirst = 25

interface Props {
  one: Import
  mapping: ImportMapping
  /** Columns that fill nothing yet. */
  unused: readonly ImportColumn[]
  onChange: (next: ImportMapping) => void
  /** Columns of the same names fill the attributes of a template that was just chosen. */
  onSuggest: (next: ImportMapping) => void
}

/** Which column fills which attribute (IMP-011..017). */
export function MapAttributes({ one, mapping, unused, onChange, onSuggest }: Props) {
  const suggestions = useRead(
    suggestColumns,
    { params: { id: one.id }, query: { templateId: mapping.template ?? undefined } },
    { keepPrevious: true },
  )
  const chosen = choiceOf(mapping)
  const suggestedFor = useRef(choiceOf(mappingFor(one.columns, one.mapping)))
  const suggest = useEffectEvent((found: readonly Suggestion[]) => {
    if (chosen === undefined || suggestedFor.current === chosen) return
    suggestedFor.current = chosen
    onSuggest(withSuggested(mapping, found, unused))
  })
  const ready = suggestions.isPlaceholderData ? undefined : suggestions.data
  useEffect(() => {
    if (ready) suggest(ready)
  }, [ready, chosen])
  const [words, setWords] = useState('')
  const [only, setOnly] = useState<'all' | 'unmapped'>('all')
  const [offset, setOffset] = useState(0)
  const [limit, setLimit] = useState(sizeAtFirst)
  const lines = attributeLines(
    (suggestions.data ?? []).map(({ attribute }) => attribute),
    mapping,
  )
  const shown = shownLines(lines, words, only === 'unmapped')
  const from = offset < shown.length ? offset : 0
  const page = shown.slice(from, from + limit)
  const find = (next: string) => {
    setWords(next)
    setOffset(0)
  }
  return (
    <Card title="Attributes">
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label="Search attributes"
          placeholder="Search attributes"
          leftSection={<Icon name="search" />}
          value={words}
          onChange={(event) => find(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Attributes to show"
          data={[
            { value: 'all', label: 'All' },
            { value: 'unmapped', label: 'Unmapped' },
          ]}
          value={only}
          onChange={(value) => {
            setOnly(value as typeof only)
            setOffset(0)
          }}
        />
      </div>
      {suggestions.isError && !suggestions.data ? (
        <ErrorState error={suggestions.error} retry={() => void suggestions.refetch()} />
      ) : !suggestions.data ? (
        <TableSkeleton rows={4} label="Attributes, loading" />
      ) : lines.length === 0 ? (
        <p className="muted">No attributes detected. Upload a CSV or select a template to see attribute fields.</p>
      ) : shown.length === 0 ? (
        words.trim() ? (
          <EmptyState
            title="No Attributes match this query."
            drawing={false}
            actions={
              <Button variant="default" onClick={() => find('')}>
                Clear search
              </Button>
            }
          />
        ) : (
          <p className="muted">Every attribute has its column.</p>
        )
      ) : (
        <ul className={classes.attributes} aria-label="Attributes">
          {page.map((line) => (
            <li key={line.name}>
              <span>
                {line.name}
                {line.isNew && <span className="subtle small"> new</span>}
              </span>
              <ColumnSelect
                label={`Column of ${line.name}`}
                hideLabel
                columns={one.columns}
                suggested={suggestions.data.find(({ attribute }) => attribute === line.name)?.columns}
                value={line.column}
                onChange={(column) => onChange(withAttribute(mapping, line, column))}
              />
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <div className={classes.pages}>
          <Select
            aria-label="Attributes on a page"
            size="xs"
            w={92}
            data={sizes.map((n) => ({ value: String(n), label: number(n) }))}
            value={String(limit)}
            onChange={(n) => {
              setLimit(Number(n ?? sizeAtFirst))
              setOffset(0)
            }}
          />
          <Pager offset={from} limit={limit} items={shown.length} onChange={setOffset} />
        </div>
      )}
      <NewAttributes unused={unused} mapping={mapping} onChange={onChange} />
    </Card>
  )
}

/** Columns that become attributes of the template, under their own names. */
function NewAttributes({ unused, mapping, onChange }: Pick<Props, 'unused' | 'mapping' | 'onChange'>) {
  const fresh = mapping.newAttributes.map(({ column }) => column)
  const offered = [...fresh, ...unused.map(({ name }) => name)]
  return (
    <MultiSelect
      label="Add attributes from columns"
      description="The template gets an attribute for each; its products get the values."
      placeholder={fresh.length ? undefined : offered.length ? 'Choose columns' : 'Every filled column is in use'}
      searchable
      clearable
      hidePickedOptions
      disabled={offered.length === 0}
      data={offered}
      value={fresh}
      onChange={(columns) =>
        onChange({
          ...mapping,
          newAttributes: columns.map(
            (column) =>
              mapping.newAttributes.find((one) => one.column === column) ?? { name: column.slice(0, 100), column },
          ),
        })
      }
    />
  )
}
