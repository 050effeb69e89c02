import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ReportKind } from '#contract/orders/packing.ts'
import { unitsToFind } from '#domain/orders/packing/reports.ts'
import { Segments } from '#web/ui/choices/segments.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { QuantityInput } from '#web/ui/inputs/number-input.tsx'
import type { Line } from '../told.ts'

const kinds = [
  { value: 'missing', label: 'Missing' },
  { value: 'damaged', label: 'Damaged' },
] as const

const follows: Record<ReportKind, string> = {
  missing: 'Motto removes it from stock and puts this order on hold. Channels get the new quantity.',
  damaged:
    'Motto removes it from stock. If another one is available, this order gets it; if not, the order goes on hold.',
}

/** What a packer could not find, or found damaged. */
export default function ReportDialog({
  line,
  isPending,
  onReport,
  onClose,
}: {
  line: Line
  isPending: boolean
  onReport: (kind: ReportKind, units: number) => void
  onClose: () => void
}) {
  const [kind, setKind] = useState<ReportKind>('missing')
  const [units, setUnits] = useState<number | null>(1)
  const entries = useEntries()
  const most = unitsToFind(line)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entries.problem || !units) return entries.focus()
    onReport(kind, units)
  }
  return (
    <FormDialog opened onClose={onClose} title={`Report ${line.sku || line.title}`} size={420}>
      {most === 0 ? (
        <p>Every unit is packed or already reported. To report a damaged one, remove it from the box first.</p>
      ) : (
        <form onSubmit={submit} className="stack">
          <Segments aria-label="Problem" data={kinds} value={kind} onChange={setKind} />
          {most > 1 && (
            <EntriesOf form={entries}>
              <QuantityInput label={`Units, up to ${most}`} value={units} onChange={setUnits} max={most} />
            </EntriesOf>
          )}
          <p className="small muted">{follows[kind]} You can undo this while nothing else happens to the line.</p>
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Report {plural(units ?? 1, 'unit')} {kind}
            </Button>
          </DialogFooter>
        </form>
      )}
    </FormDialog>
  )
}
