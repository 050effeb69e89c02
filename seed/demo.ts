import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { type Ctx, jobContext, type Services } from '#server/context.ts'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import { takeIn } from '#server/features/orders/intake/intake.ts'
import { levelsOf, setAvailable } from '#server/features/stock/service.ts'
import { openServices } from '#server/services.ts'
import { StartError } from '#server/start-error.ts'
import { makeProducts, makeTemplates } from './demo/catalogue.ts'
import { type BuiltId, channelNames } from '#contract/channels/names.ts'
import { namesOf } from '#domain/products/history/live.ts'
import { Client, sha256 } from './demo/client.ts'
import { listing, selling } from './demo/on-channels.ts'
import { type PastOrder, planHistory, soldIn } from './demo/history.ts'
import { listProducts, makeListingTemplates, untilListed } from './demo/listings.ts'
import { type PlannedProduct, planProducts, sizes } from './demo/plan.ts'
import { sell } from './demo/sales.ts'

export interface DemoOptions {
  config: Config
  connection: pg.PoolConfig
  /** Where the app listens. */
  url: string
  log: (line: string) => void
}

const account = { email: 'dana@northlight.example', password: 'Lighthouse-42' }
const owner = 'Dana Reyes'
const shop = 'Northlight Goods'
const DAY_MS = 86_400_000

/**
 * Fills the installation with a shop, through the app itself: its API, its jobs, the sandbox's consent pages and buyers. Only what lies in the
 * past is told to the services directly. Does nothing when the folder is filled; goes on where it was when it was interrupted.
 * @returns what to sign in with
 */
export async function seedDemo({ config, connection, url, log }: DemoOptions): Promise<typeof account> {
  if (config.channelMode === 'live')
    throw new StartError('The demo sells in the sandbox only: start it without CHANNELS=live.')
  const filled = join(config.dataDir, 'demo-filled')
  if (existsSync(filled)) return account
  const began = performance.now()
  // The app around us does the jobs and tells the browsers; here they are only written down.
  const { services, stop } = await openServices({ config: { ...config, role: 'api' }, connection })
  try {
    await fill(services, url, log)
  } finally {
    await stop()
  }
  mkdirSync(config.dataDir, { recursive: true })
  writeFileSync(filled, `${new Date().toISOString()}\n`)
  log(`The demo is ready after ${Math.round((performance.now() - began) / 1000)} seconds.`)
  return account
}

async function fill(services: Services, url: string, log: DemoOptions['log']): Promise<void> {
  const size = process.env['DEMO_SIZE'] === 'small' ? sizes.small : sizes.full
  const planned = planProducts(size)
  const history = planHistory(planned, size.orders, services.clock.now())
  await makeOwner(services)
  const client = new Client(url)
  log(`Opening ${shop} with ${namesOf(listing.map((id) => channelNames[id]))} of the sandbox…`)
  const ctx = jobContext(services, await client.enter(account.email, account.password, shop))
  for (const channel of listing) await client.connect(channel)
  const templates = await makeTemplates(client)
  await makeListingTemplates(client, templates)
  log(`Making ${planned.length} products…`)
  const sold = soldIn(history)
  await makeProducts(client, templates, planned, sold)
  const idOf = await productIds(ctx)
  await countSold(ctx, sold, [...idOf.values()])
  log(`Listing ${size.listed} of them, and taking in ${history.length} orders of the past year…`)
  await listProducts(client, planned, idOf)
  await Promise.all(selling.map((channel) => tellHistory(ctx, history, channel)))
  const live = await untilListed(client)
  log(`${live} listings are live; now buyers come…`)
  const open = await sell(client, `http://127.0.0.1:${services.config.sandboxPort}`, size.sales, idOf, planned)
  await backdate(ctx, planned, idOf)
  log(`${open} orders wait to be packed.`)
}

/** An account whose address is confirmed, without a mail that nobody could read. */
async function makeOwner({ database, clock }: Services): Promise<void> {
  const passwordHash = await hashPassword(sha256(account.password))
  await database.system
    .insertInto('users')
    .values({ email: account.email, name: owner, passwordHash, isSuper: false, emailConfirmedAt: clock.now() })
    .onConflict((c) => c.doNothing())
    .execute()
}

const productIds = async (ctx: Ctx) =>
  new Map(
    (
      await ctx.db
        .selectFrom('products')
        .select(['id', 'sku'])
        .where('organizationId', '=', ctx.organizationId)
        .execute()
    ).map(({ id, sku }) => [sku, id]),
  )

/** A new variation cannot say what was sold of it before, as a product can. */
async function countSold(ctx: Ctx, sold: ReadonlyMap<string, number>, ids: number[]): Promise<void> {
  const counts = (await levelsOf(ctx, ids)).flatMap(({ id, sku, variationId, available }) =>
    variationId !== null && sold.has(sku) ? [{ levelId: id, available, sold: sold.get(sku) ?? 0 }] : [],
  )
  await setAvailable(ctx, counts, { reason: 'import', source: 'motto', sourceKey: 'demo' })
}

/** The shop was not opened today: its products came over the year and were edited since. */
async function backdate(
  ctx: Ctx,
  planned: readonly PlannedProduct[],
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = planned.map(({ sku }) => idOf.get(sku) ?? 0)
  const now = ctx.services.clock.now().getTime()
  const made = ids.map((_, at) => new Date(now - (380 - (at * 340) / ids.length) * DAY_MS))
  const changed = made.map((date, at) => new Date(Math.max(date.getTime(), now - (0.2 + ((at * 37) % 60)) * DAY_MS)))
  await sql`
    update products p set created_at = d.made, updated_at = d.changed from unnest(${ids}::bigint[], ${made}::timestamptz[], ${changed}::timestamptz[]) as d(id, made, changed)
    where p.organization_id = ${ctx.organizationId} and p.id = d.id`.execute(ctx.db)
}

/** Orders from before the channel was connected: they are kept, and touch no stock. */
async function tellHistory(ctx: Ctx, history: readonly PastOrder[], channel: BuiltId): Promise<void> {
  const integration = await ctx.db
    .selectFrom('integrations')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  const orders = history.filter((past) => past.channel === channel).map((past) => past.order)
  await takeIn(ctx, { id: integration.id, channel, historyBefore: ctx.services.clock.now() }, orders)
}
