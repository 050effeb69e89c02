import { sql } from 'kysely'
import { returnLines } from '#domain/orders/slips/sheets.ts'
import { slipOf, textsOf } from '#domain/orders/slips/slip.ts'
import { type Ctx, announce, jobContext, type Services } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { unwritable } from '../../../pdf/fonts.ts'
import * as orderQueries from '../queries.ts'
import { isHeld } from '../service.ts'
import { SlipDrawing } from './drawing.ts'
import * as queries from './queries.ts'
import { logoOf, settings } from './settings.ts'

/** Orders at once: a moment's work, between which other requests are answered. */
const CHUNK = 20
/** Of what the document cannot write so many are named; a browser prints them from there. */
const MOST_NAMED = 200
const PART_BYTES = 512 * 1024
const TOLD_MS = 500
const FORGOTTEN = 50
const HOURLY_MS = 3_600_000

/** Makes a document of packing slips, part by part. What stops in between is begun anew by the next who takes the job. */
export async function slipsJob(
  services: Services,
  { organizationId, documentId }: { organizationId: number; documentId: number },
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  try {
    const work = await queries.begin(ctx, documentId)
    if (work) await make(ctx, documentId, work)
  } catch (error) {
    // Motto is stopping: the job is handed back.
    if (services.stopping.aborted) throw error
    services.log.error({ err: error, documentId }, 'a document of packing slips could not be made')
    await queries.end(ctx, documentId, 'failed')
    await queries.clear(ctx, documentId)
  } finally {
    announce(ctx, ['jobs'])
  }
}

async function make(ctx: Ctx, id: number, work: NonNullable<Awaited<ReturnType<typeof queries.begin>>>): Promise<void> {
  const { name, timeZone } = await place(ctx)
  const look = await settings(ctx)
  const drawing = new SlipDrawing({
    paper: work.paper,
    sender: name,
    returnAddress: returnLines(look.returnAddress),
    logo: await logoOf(ctx, look),
    timeZone,
    made: ctx.services.clock.now(),
  })
  try {
    await draw(ctx, id, work.orderIds, drawing)
  } finally {
    await drawing.close()
  }
}

async function draw(ctx: Ctx, id: number, orderIds: readonly number[], printer: SlipDrawing): Promise<void> {
  const progress: queries.Progress = { done: 0, slips: 0, held: 0, unwritten: [], bytes: 0 }
  let position = 0
  const save = async (least: number) => {
    for (let content = printer.take(least); content; content = printer.take(least)) {
      await queries.addPart(ctx, id, position, content)
      position += 1
      progress.bytes += content.length
    }
  }
  let reported = 0
  for (let at = 0; at < orderIds.length; at += CHUNK) {
    if (ctx.services.stopping.aborted) throw new AppError('unavailable')
    await printSome(ctx, orderIds.slice(at, at + CHUNK), printer, progress)
    progress.done = Math.min(at + CHUNK, orderIds.length)
    await save(PART_BYTES)
    if (!(await queries.note(ctx, id, progress))) return void (await queries.clear(ctx, id))
    if (performance.now() - reported < TOLD_MS) continue
    reported = performance.now()
    announce(ctx, ['jobs'])
  }
  await printer.end()
  await save(1)
  if (!(await queries.note(ctx, id, progress, 'ready'))) await queries.clear(ctx, id)
}

async function printSome(ctx: Ctx, ids: readonly number[], printer: SlipDrawing, progress: queries.Progress) {
  const orders = new Map((await orderQueries.findMany(ctx, ids)).map((order) => [order.id, order]))
  const items = Map.groupBy(await orderQueries.itemsWithProducts(ctx, ids), (item) => item.orderId)
  for (const id of ids) {
    const order = orders.get(id)
    if (!order) continue
    const slip = slipOf(order, items.get(id) ?? [])
    if (isHeld(order)) progress.held += 1
    else if (textsOf(slip).some(unwritable)) {
      if (progress.unwritten.length < MOST_NAMED) progress.unwritten.push({ id, name: slip.name })
    } else {
      await printer.print(slip)
      progress.slips += 1
    }
  }
}

async function place(ctx: Ctx): Promise<{ name: string; timeZone: string }> {
  const { rows } = await sql<{ name: string; timeZone: string }>`
    select display_name as name, time_zone from organizations where id = ${ctx.organizationId}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('an organization has a name')
  return row
}

/** Deletes documents of all organizations whose time is over. @returns how many */
export async function forgetSlips({ database, clock }: Services): Promise<number> {
  let forgotten = 0
  for (let some = FORGOTTEN; some === FORGOTTEN; forgotten += some)
    some = await queries.forget(database.system, clock.now(), FORGOTTEN)
  return forgotten
}

/** Looks for documents whose time is over when a worker starts, and hourly. */
export function startForgettingSlips(services: Services): { stop(): void } {
  const look = () =>
    void forgetSlips(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'forgetting old packing slips failed'),
    )
  look()
  const timer = setInterval(look, HOURLY_MS)
  return { stop: () => clearInterval(timer) }
}
