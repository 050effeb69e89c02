import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { makeSeller } from '#seed/make.ts'
import type { Services } from '#server/context.ts'
import { slipsJob } from '#server/features/orders/slips/jobs.ts'
import * as slips from '#server/features/orders/slips/service.ts'
import type { Row } from '../kit/report.ts'

const SIZES = [1000, 5000]
const MEGABYTE = 1024 * 1024
/** DESIGN 7: 300 under load, of which 150 are there before anybody asks for anything. */
const MOST_MB = 150

/** Packing slips of many orders of three lines as one PDF: how long, how much memory, and how long nobody else is answered. */
export async function benchSlips(services: Services): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of SIZES) {
    const { ctx } = await makeSeller(services)
    await fill(ctx.organizationId, services, size)
    const document = await slips.make(ctx, { tab: 'all' }, { paper: 'label', openOnly: true })
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let peak = before
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
    const pauses = monitorEventLoopDelay({ resolution: 5 })
    pauses.enable()
    const began = performance.now()
    await slipsJob(services, { organizationId: ctx.organizationId, documentId: document.id })
    const seconds = (performance.now() - began) / 1000
    pauses.disable()
    clearInterval(timer)
    const [made] = await slips.list(ctx)
    if (made?.slips !== size) throw new Error(`${made?.slips} slips of ${size} orders`)
    const grown = (peak - before) / MEGABYTE
    rows.push({
      benchmark: `${size.toLocaleString('en-US')} packing slips as one PDF`,
      ours: `${seconds.toFixed(1)} s, ${(made.bytes / MEGABYTE).toFixed(1)} MB, ${grown.toFixed(0)} MB more memory at its peak, pauses p99 ${(pauses.percentile(99) / 1e6).toFixed(0)} ms, longest ${(pauses.max / 1e6).toFixed(0)} ms`,
      floor: '',
      ratio: '',
      goal: `≤ ${MOST_MB} MB more`,
      met: grown <= MOST_MB,
    })
    console.error(rows.at(-1)?.ours)
  }
  return rows
}

async function fill(organizationId: number, services: Services, size: number): Promise<void> {
  await sql`
    with made as (
      insert into orders (organization_id, channel, external_order_id, number, state, stage, shipping, payment, order_status, shipping_status, payment_status, order_date, total_quantity, skus, buyer_name, shipping_address, billing_address)
      select ${organizationId}, 'manual', 'slip-' || n, '#' || n, 'open', 'open', 'open', 'paid', 'open', 'open', 'paid', now() - n * interval '1 minute', 3, array['SKU-' || n % 500], 'Buyer ' || n,
        jsonb_build_object('name', 'Łucja Buyer ' || n, 'line1', n || ' Rua Nova', 'city', 'Porto', 'postalCode', '4000', 'country', 'PT'), '{}'
      from generate_series(1, ${size}::int) n returning organization_id, id)
    insert into order_items (organization_id, order_id, external_id, sku, item_title, price, quantity)
    select made.organization_id, made.id, l::text, 'SKU-' || (made.id * 3 + l) % 500, 'A lamp of brass with a shade, number ' || l, 1000, 1 from made, generate_series(1, 3) l`.execute(
    services.database.system,
  )
}
