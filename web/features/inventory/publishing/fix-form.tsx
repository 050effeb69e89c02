import { Button, TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { recheckPublishing } from '#contract/publishing.ts'
import { getTemplate } from '#contract/templates.ts'
import { toProduct } from '#web/addresses.ts'
import { read, useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { plural } from '#web/ui/format.ts'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { Link } from '#web/ui/link.tsx'
import { attributeOf, type Field, type Row, suggestionOf } from './fix-values.ts'
import classes from './publishing.module.css'
import { useFixes } from './use-fixes.ts'
import type { Group, Run } from './words.ts'

interface Props {
  run: Run
  group: Group
  field: Field
  rows: readonly Row[]
}

/** Values for the products of a group: one for each, or one for all. */
export function FixForm({ run, group, field, rows }: Props) {
  const fixes = useFixes(field, group.most)
  const [all, setAll] = useState('')
  const options = useOptions(rows, field)
  const suggested = rows.flatMap((row) => {
    const value = fixes.draftOf(row) === '' ? suggestionOf(row, options.get(row.templateId) ?? []) : undefined
    return value === undefined ? [] : [[row.id, value] as const]
  })
  const suggestions = new Map(suggested)
  const changed = rows.filter(fixes.isChanged).length
  const save = () => void fixes.save(rows)
  const label = group.name
  return (
    <form
      className={classes.fix}
      aria-label={`Fix: ${group.title}`}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => (event.key === 'Enter' && event.ctrlKey ? save() : toNextField(event))}
    >
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row}>
            <Thumb url={row.images?.[0]?.url ?? ''} />
            <span className={classes.product}>
              <Link className="mono" {...toProduct(row.id)} target="_blank">
                {row.sku}
              </Link>
              <span className="small subtle">{row.title || 'No title'}</span>
            </span>
            <Value
              label={`${label} of ${row.sku}`}
              placeholder={label}
              field={field}
              most={group.most}
              options={options.get(row.templateId) ?? []}
              value={fixes.draftOf(row)}
              error={fixes.problemOf(row)}
              onChange={(value) => fixes.set(new Map([[row.id, value]]))}
            />
            {suggestions.has(row.id) && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={`Use ${suggestions.get(row.id)} for ${row.sku}`}
                onClick={() => fixes.set(new Map([[row.id, suggestions.get(row.id) ?? '']]))}
              >
                Use {suggestions.get(row.id)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        {rows.length > 1 && field !== 'title' && (
          <span className={classes.all}>
            <TextInput
              size="xs"
              aria-label={`One ${label} for all ${rows.length}`}
              placeholder={`One value for all ${rows.length}`}
              value={all}
              onChange={(event) => setAll(event.currentTarget.value)}
            />
            <Button
              variant="default"
              size="xs"
              disabled={all === ''}
              onClick={() => fixes.set(new Map(rows.map(({ id }) => [id, all])))}
            >
              Fill {rows.length}
            </Button>
          </span>
        )}
        {suggestions.size > 1 && (
          <Button variant="default" size="xs" onClick={() => fixes.set(suggestions)}>
            Use all {suggestions.size}
          </Button>
        )}
        <Button type="submit" size="xs" disabled={changed === 0} loading={fixes.isSaving}>
          {changed === 0 ? 'Save' : `Save ${plural(changed, 'value')}`}
        </Button>
        <Again run={run} saved={fixes.saved} />
      </div>
    </form>
  )
}

/** Checks exactly the products that were fixed; of a run that is over, publishes those that pass. */
function Again({ run, saved }: { run: Run; saved: readonly number[] }) {
  const mayList = useMay('listings:write')
  const recheck = useWrite(recheckPublishing)
  const may = mayList && saved.length > 0 && ['ready', 'running', 'paused', 'done'].includes(run.state)
  const publishes = run.state === 'running' || run.state === 'done'
  return (
    <span role="status" className={classes.all}>
      {saved.length > 0 && <span className="small">{plural(saved.length, 'product')} saved.</span>}
      {may && (
        <Button
          variant="default"
          size="xs"
          loading={recheck.isPending}
          onClick={() =>
            recheck.mutate({ params: { id: run.id }, body: { productIds: [...saved], publish: publishes } })
          }
        >
          {publishes ? 'Publish' : 'Check'} {saved.length === 1 ? 'this product' : `these ${saved.length}`} again
        </Button>
      )}
    </span>
  )
}

/** The values that each template lists for an attribute. */
function useOptions(rows: readonly Row[], field: Field): ReadonlyMap<number, readonly string[]> {
  const attribute = attributeOf(field)?.toLowerCase()
  const ids = attribute === undefined ? [] : [...new Set(rows.map(({ templateId }) => templateId))]
  const templates = useQueries({ queries: ids.map((id) => read(getTemplate, { params: { id } })) })
  return new Map(
    ids.map((id, i) => [
      id,
      templates[i]?.data?.attributes.find(({ name }) => name.toLowerCase() === attribute)?.options ?? [],
    ]),
  )
}

interface ValueProps {
  label: string
  /** What is missing, in the empty field. */
  placeholder: string
  field: Field
  most: number | null
  options: readonly string[]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}
function Value({ label, placeholder, field, most, options, value, error, onChange }: ValueProps) {
  const common = { className: classes.value, size: 'xs', 'aria-label': label, placeholder, value, error }
  if (field === 'description')
    return <Textarea {...common} minRows={2} maxRows={8} onChange={(event) => onChange(event.currentTarget.value)} />
  if (options.length > 0) return <Autocomplete {...common} data={[...new Set(options)]} onChange={onChange} />
  return (
    <TextInput
      {...common}
      rightSectionWidth={most === null ? undefined : 64}
      rightSection={most === null ? undefined : <span className="small subtle">{`${value.length} / ${most}`}</span>}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Enter leads to the next value, as in a table. */
function toNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget } = event
  if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const inputs = [...currentTarget.querySelectorAll('ul input')].filter((input) => input instanceof HTMLInputElement)
  inputs[inputs.indexOf(target) + 1]?.focus()
}
