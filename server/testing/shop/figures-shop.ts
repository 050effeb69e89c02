import { sql } from 'kysely'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { dice } from '../dice.ts'
import type { TestApp } from '../setup/open-app.ts'
import { makeIntegration, orderLine } from './orders.ts'
import { intakeSteps } from '../sales-steps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Clocks change in March. */
const BEGIN = Date.parse('2026-03-05T00:00:00Z')

interface Wanted {
  roll: ReturnType<typeof dice>
  timeZone: string
  currency: string
  skus: readonly string[]
  attributes: (n: number) => { name: string; value: string }[]
  /** When a product was made, in hours from the begin. */
  born: () => number
  /** Currencies of orders besides the organization's. */
  foreign: readonly string[]
  /** The SKUs of an order's lines. */
  lines: () => string[]
  /** How many of ten steps are later versions of orders that are there. */
  later: number
}

/** A shop whose products, orders and later versions of them come by chance; around a change of clocks. */
export async function figuresShop(app: TestApp, o: Wanted) {
  const { roll, timeZone, currency } = o
  const pick = <T>(of: readonly T[]) => of[roll(of.length)] as T
  const seller = await makeSeller(app.services)
  const { ctx } = seller
  const own = sql`organization_id = ${ctx.organizationId}`
  await sql`update organizations set time_zone = ${timeZone}, currency = ${currency} where id = ${ctx.organizationId}`.execute(
    app.services.database.system,
  )
  const templates = [await makeTemplate(ctx, { name: 'Lenses' }), await makeTemplate(ctx, { name: 'Film' })]
  const ids: number[] = []
  for (const [n, sku] of o.skus.entries()) {
    const { id } = await makeProduct(ctx, pick(templates).id, { sku, quantity: 1000 })
    ids.push(id)
    await sql`update products set attributes = ${JSON.stringify(o.attributes(n))}::jsonb, created_at = ${new Date(BEGIN + o.born() * HOUR_MS)}
      where ${own} and id = ${id}`.execute(ctx.db)
  }
  const sources = [await makeIntegration(ctx, 'ebay'), await makeIntegration(ctx, 'etsy')] as const
  const random = () => ({
    // Most within some days, some of the months around.
    orderDate: new Date(BEGIN + (roll(10) < 7 ? roll(240 * 60) : roll(100 * 24 * 60) - 45 * 24 * 60) * MINUTE_MS),
    currency: roll(10) < 4 ? pick(o.foreign) : currency,
    totalAmount: roll(20_000),
    taxAmount: roll(500),
    feeAmount: roll(300),
    discountAmount: roll(200),
    payment: pick(['paid', 'paid', 'refunded', 'partly_refunded'] as const),
    lines: o.lines().map((sku, at) => orderLine({ externalId: `l${at}`, sku, quantity: 1 + roll(4) })),
  })
  const intake = intakeSteps(ctx, { sources, random, upTo: roll, later: o.later })
  return { seller, own, pick, templates, ids, sources, random, intake, begin: BEGIN }
}
