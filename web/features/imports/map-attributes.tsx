import { Button, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ImportMapping, suggestColumns } from '#contract/imports.ts'
import { useRead } from '#web/api.ts'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { MultiSelect } from '#web/ui/choices/multi-select.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Pager } from '#web/ui/tables/pager.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import { ColumnSelect } from './column-select.tsx'
import classes from './imports.module.css'
import {
  type AttributeLine,
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
  record: Import
  mapping: ImportMapping
  /** Columns that fill nothing yet. */
  unused: readonly ImportColumn[]
  onChange: (next: ImportMapping) => void
  /** Columns of the same names fill the attributes of a template that was just chosen. */
  onSuggest: (next: ImportMapping) => void
}

/** The template's attributes with the columns that would fill them; of a template just chosen, columns of the same names do. */
function useSuggestions({ record, mapping, unused, onSuggest }: Omit<Props, 'onChange'>) {
  const suggestions = useRead(
    suggestColumns,
    { params: { id: record.id }, query: { templateId: mapping.template ?? undefined } },
    { keepPrevious: true },
  )
  const chosen = choiceOf(mapping)
  const suggestedFor = useRef(choiceOf(mappingFor(record.columns, record.mapping)))
  const suggest = useEffectEvent((matches: readonly Suggestion[]) => {
    if (chosen === undefined || suggestedFor.current === chosen) return
    suggestedFor.current = chosen
    onSuggest(withSuggested(mapping, matches, unused))
  })
  const ready = suggestions.isPlaceholderData ? undefined : suggestions.data
  useEffect(() => {
    if (ready) suggest(ready)
  }, [ready, chosen])
  return suggestions
}

/** The part of the lines that is looked at: found by words, mapped or not, a page at a time. */
function useFound(lines: readonly AttributeLine[]) {
  const [words, setWords] = useState('')
  const [only, setOnly] = useState<'all' | 'unmapped'>('all')
  const [offset, setOffset] = useState(0)
  const [limit, setLimit] = useState(sizeAtFirst)
  const shown = shownLines(lines, words, only === 'unmapped')
  const from = offset < shown.length ? offset : 0
  /** A change of what is looked at begins at its first page. */
  const anew =
    <T,>(set: (next: T) => void) =>
    (next: T) => {
      set(next)
      setOffset(0)
    }
  return {
    words,
    only,
    limit,
    offset: from,
    items: shown.length,
    page: shown.slice(from, from + limit),
    find: anew(setWords),
    narrow: anew(setOnly),
    resize: anew(setLimit),
    go: setOffset,
  }
}

/** Which column fills which attribute (IMP-011..017). */
export function MapAttributes(props: Props) {
  const { record, mapping, unused, onChange } = props
  const suggestions = useSuggestions(props)
  const lines = attributeLines(
    (suggestions.data ?? []).map(({ attribute }) => attribute),
    mapping,
  )
  const search = useFound(lines)
  return (
    <Card title="Attributes">
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label="Search attributes"
          placeholder="Search attributes"
          leftSection={<Icon name="search" />}
          value={search.words}
          onChange={(event) => search.find(event.currentTarget.value)}
        />
        <Segments
          aria-label="Attributes to show"
          data={[
            { value: 'all', label: 'All' },
            { value: 'unmapped', label: 'Unmapped' },
          ]}
          value={search.only}
          onChange={search.narrow}
        />
      </div>
      {suggestions.isError && !suggestions.data ? (
        <ErrorState error={suggestions.error} retry={() => void suggestions.refetch()} />
      ) : !suggestions.data ? (
        <TableSkeleton rows={4} label="Attributes, loading" />
      ) : search.items === 0 ? (
        <NothingFound any={lines.length > 0} words={search.words} onClear={() => search.find('')} />
      ) : (
        <ul className={classes.attributes} aria-label="Attributes">
          {search.page.map((line) => (
            <li key={line.name}>
              <span>
                {line.name}
                {line.isNew && <span className="subtle small"> new</span>}
              </span>
              <ColumnSelect
                label={`Column for ${line.name}`}
                hideLabel
                columns={record.columns}
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
            value={String(search.limit)}
            onChange={(n) => search.resize(Number(n ?? sizeAtFirst))}
          />
          <Pager offset={search.offset} limit={search.limit} items={search.items} onChange={search.go} />
        </div>
      )}
      <NewAttributes unused={unused} mapping={mapping} onChange={onChange} />
    </Card>
  )
}

function NothingFound({ any, words, onClear }: { any: boolean; words: string; onClear: () => void }) {
  if (!any)
    return <p className="muted">No attributes detected. Upload a CSV or select a template to see attribute fields.</p>
  if (!words.trim()) return <p className="muted">Every attribute is mapped.</p>
  return (
    <EmptyState
      title="No Attributes match this query."
      drawing={false}
      actions={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  )
}

/** Columns that become attributes of the template, under their own names. */
function NewAttributes({ unused, mapping, onChange }: Pick<Props, 'unused' | 'mapping' | 'onChange'>) {
  const fresh = mapping.newAttributes.map(({ column }) => column)
  const offered = [...fresh, ...unused.map(({ name }) => name)]
  return (
    <MultiSelect
      label="Add attributes from columns"
      description="Each selected column becomes an attribute of the template, filled for its products."
      placeholder={fresh.length ? undefined : offered.length ? 'Choose columns' : 'All columns are mapped'}
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
              mapping.newAttributes.find((attribute) => attribute.column === column) ?? {
                name: column.slice(0, 100),
                column,
              },
          ),
        })
      }
    />
  )
}
