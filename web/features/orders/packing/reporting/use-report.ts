import { useState } from 'react'
import { reportItems, undoItemReport } from '#contract/orders/item-reports.ts'
import type { ReportKind } from '#contract/orders/packing.ts'
import { lineToReport } from '#domain/orders/packing/reports.ts'
import { orderName } from '#domain/orders/name.ts'
import { useWrite } from '#web/api.ts'
import { messageOf } from '#web/call.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { play } from '../sound.ts'
import { keyOf, type Line, nothingToReport, type Order, refused, reported, replaced } from '../told.ts'
import type { useBox } from '../use-box.ts'

/** Reports items of the order that is packed as missing or damaged, by hand or by a scanned code. */
export function useReport(order: Order, box: ReturnType<typeof useBox>, chosen: Line | undefined) {
  const [openKey, setOpenKey] = useState<string>()
  const write = useWrite(reportItems, { quiet: true })
  const undo = useWrite(undoItemReport, { onSuccess: () => toast.success('Report undone') })
  const send = async (line: Line, kind: ReportKind, units: number) => {
    // What is on its way into the box is packed: it is neither missing nor damaged.
    await box.settled()
    try {
      const { report } = await write.mutateAsync({
        body: {
          orderId: order.id,
          itemId: line.id,
          levelId: line.levelId,
          kind,
          units,
          reports: order.reports.filter(({ itemId }) => itemId === line.id).length,
        },
      })
      setOpenKey(undefined)
      if (report.short === 0) box.tell(replaced(line, units))
      else play('unknown')
      toast.undo(
        reported(report),
        () => undo.mutate({ body: { reportId: report.id } }),
        report.short > 0 ? { detail: `${orderName(order)} is on hold.` } : {},
      )
    } catch (error) {
      setOpenKey(undefined)
      box.tell(refused(messageOf(error)))
    }
  }
  return {
    line: box.lines.find((line) => keyOf(line) === openKey),
    open: (line: Line) => setOpenKey(keyOf(line)),
    close: () => setOpenKey(undefined),
    isPending: write.isPending,
    send,
    /** One unit of the line that is looked for. */
    scan: (kind: ReportKind) => {
      if (write.isPending) return
      const line = lineToReport(box.lines, chosen)
      if (line) void send(line, kind, 1)
      else box.tell(nothingToReport)
    },
  }
}
