import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWritable } from '#web/may.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { onDemand, quietMs } from '#web/ui/layout/on-demand.tsx'
import { partOf } from '#web/ui/layout/part.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import type { DraftVariation } from '../page/draft.ts'
import classes from '../page/products.module.css'
import { blankVariation } from './variation-values.ts'
import type { VariationsProps } from './variations-props.ts'

const MatrixDialog = onDemand(async () => (await import('./matrix-dialog.tsx')).MatrixDialog)
const loadRows = async () => (await import('./variation-rows.tsx')).VariationRows
const VariationRows = partOf(loadRows)
// The first variation of a product may be added without a network.
setTimeout(() => void loadRows().catch(() => undefined), quietMs)

/** The buyable forms of a product: values for the template's variation attributes, each with its own SKU and stock (PRO-213). */
export function VariationsEditor({ template, draft, onChange, errorOf }: VariationsProps) {
  const rows = draft.variations
  const writable = useWritable()
  const names = template.variations
  const [combining, setCombining] = useState(false)
  const add = () => onChange([...rows, blankVariation(draft.sku, rows)])
  return (
    <>
      {names.length === 0 && (
        <p className="muted">
          This template has no variation attributes.{' '}
          <Link to="/template/$templateId" params={{ templateId: String(template.id) }} hash="variations">
            Add some to the template
          </Link>
          , such as Size and Color, to use them here.
        </p>
      )}
      {rows.length > 0 && (
        <VariationRows
          template={template}
          draft={draft}
          onChange={onChange}
          errorOf={errorOf}
          fallback={<TableSkeleton rows={rows.length + 1} label="Loading the variations" />}
        />
      )}
      {writable && (
        <div className={classes.adding}>
          <Button variant="default" leftSection={<Icon name="plus" size="s" />} onClick={add}>
            Add variation
          </Button>
          {names.length > 0 && (
            <Button variant="default" onClick={() => setCombining(true)}>
              Add combinations
            </Button>
          )}
        </div>
      )}
      {combining && (
        <MatrixDialog
          template={template}
          draft={draft}
          onAdd={(added) => onChange([...rows, ...added])}
          onClose={() => setCombining(false)}
        />
      )}
    </>
  )
}

/** What stops the variations from being saved, as a sentence (PRO-211, PRO-212). */
export function variationProblem(index: number, field: string, rows: readonly DraftVariation[]): string | undefined {
  const row = rows[index]
  if (!row) return undefined
  if (field === 'name' && !row.name.trim()) return 'Name is required.'
  if (field !== 'sku') return undefined
  if (!row.sku.trim()) return 'SKU is required.'
  return rows.some((other, at) => at !== index && other.sku.trim() === row.sku.trim())
    ? 'Another variation already uses this SKU.'
    : undefined
}
