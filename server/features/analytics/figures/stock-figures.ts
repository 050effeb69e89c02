import type { z } from 'zod'
import type { FigureFilter } from '#contract/analytics/figures.ts'
import {
  MOST_AGED,
  MOST_COVERED,
  type StockAge,
  type StockCover,
  type StockValue,
} from '#contract/analytics/stock-figures.ts'
import { DEMAND_DAYS } from '#domain/analytics/figures.ts'
import { lastDays } from '#domain/analytics/presets.ts'
import { ages, coverOf } from '#domain/analytics/stock.ts'
import type { Ctx } from '../../../context.ts'
import * as queries from './stock-queries.ts'

/** The ledger holds every change, so the stock of any day is the present one without what came later; at today's costs and prices. */
export async function value(ctx: Ctx, filter: FigureFilter): Promise<z.output<typeof StockValue>> {
  const { since, ...values } = await queries.value(ctx, filter)
  const sum = (of: 'pieces' | 'cost') => values.changes.reduce((all, change) => all + change[of], 0)
  const pieces = values.pieces - since.pieces
  const cost = values.cost - since.cost
  return {
    ...values,
    pieces,
    cost,
    retail: values.retail - since.retail,
    before: { pieces: pieces - sum('pieces'), cost: cost - sum('cost') },
  }
}

export async function cover(ctx: Ctx, filter: FigureFilter): Promise<z.output<typeof StockCover>> {
  const rows = await queries.cover(ctx, filter, DEMAND_DAYS, MOST_COVERED)
  const [first] = rows
  if (!first) return { since: null, items: 0, rows: [] }
  const { today, items } = first
  return {
    since: lastDays(DEMAND_DAYS, today).startDate,
    items,
    rows: rows.map(({ sku, productId, productSku, title, available, sold }) => {
      const lasts = coverOf({ available, sold }, today)
      return { sku, productId, productSku, title, available, sold, ...lasts }
    }),
  }
}

export async function age(ctx: Ctx, filter: FigureFilter): Promise<z.output<typeof StockAge>> {
  const rows = await queries.ages(
    ctx,
    filter,
    ages.map(({ from }) => from),
    MOST_AGED,
  )
  return {
    currency: rows[0]?.currency ?? '',
    bands: ages.map((age, at) => {
      const { skus = 0, pieces = 0, cost = 0, products = [] } = rows.find(({ band }) => band === at) ?? {}
      return { ...age, skus, pieces, cost, products: [...new Set(products)] }
    }),
  }
}
