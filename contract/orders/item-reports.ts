import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ItemReport, PackOrder, ReportKind } from './packing.ts'
import { Id } from '../shapes.ts'

/** Taken off the shelf's count at once; the order goes on hold unless another unit takes the place of a damaged one. */
export const reportItems = endpoint({
  method: 'POST',
  path: '/orders/reportItems',
  summary: 'Report missing or damaged items of an order line',
  needs: 'orders:write',
  body: z.object({
    orderId: Id,
    itemId: Id,
    levelId: z.number().int().min(0).default(0),
    kind: ReportKind,
    units: z.number().int().min(1).max(100_000),
    /** Reports that the line had when the packer looked: of two packers who report the same unit, one does. */
    reports: z.number().int().min(0),
  }),
  reply: z.object({ order: PackOrder, report: ItemReport }),
  errors: ['not_found', 'packing_conflict', 'stock_conflict'],
  changes: ['packing', 'orders', 'products'],
})
export const undoItemReport = endpoint({
  method: 'POST',
  path: '/orders/undoItemReport',
  summary: 'Undo a report of missing or damaged items',
  needs: 'orders:write',
  body: z.object({ reportId: Id }),
  reply: PackOrder,
  errors: ['not_found', 'packing_conflict', 'stock_conflict'],
  changes: ['packing', 'orders', 'products'],
})
