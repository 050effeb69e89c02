import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inWindows } from '#channels/kit/quota.ts'
import type { Outcome } from '#channels/channel.ts'
import { chunks } from '#channels/kit/batch.ts'
import { channelOf } from '#channels/registry.ts'
import { builtIds, channelNames, isBuilt } from '#contract/channels/names.ts'
import { readCatalogue } from '#contract/adopting/adopting.ts'
import { applyImport, importFound } from '#contract/imports.ts'
import { saveListingProducts } from '#contract/listings/listings.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { linkJob, readJob } from '#server/features/adopting/jobs.ts'
import { applyImportJob, planImportJob, readImportJob } from '#server/features/imports/jobs.ts'
import { type Connected, withConnection } from '#server/features/integrations/connections/connections.ts'
import * as listings from '#server/features/listings/queries.ts'
import { type PreparedListing, prepare } from '#server/features/listings/content/source.ts'
import * as stock from '#server/features/stock/service.ts'
import { listingRows } from '#server/db/rules/listing-rows.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { openApp, type TestApp } from '#server/testing/setup/open-app.ts'
import { type Shop, type Sold, openShop } from '#server/testing/shop/shop.ts'
import type { Row } from './kit/report.ts'

const ITEMS = 300
const LISTINGS = 24
const ROUNDS = 3
/** As the sender has them. */
const [PUBLISHED_AT_ONCE, TOLD_AT_ONCE] = [4, 25]

interface Stage {
  app: TestApp
  sandbox: Sandbox
  shop: Shop
  channel: Sold
  template: number
  connected<T>(work: (c: Connected) => Promise<T>): Promise<T>
}

/** Items imported, listings published and quantities pushed a second on each channel, beside its quota, and beside a loop of the adapter's calls alone at the same pace. */
export async function benchChannels(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'motto-bench-'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: (line) => console.error(line) })
  await migrate(database.connection)
  const sandbox = await openSandbox()
  const app = await openApp({ SANDBOX_PORT: String(sandbox.port) }, database.connection)
  const rows: Row[] = []
  try {
    for (const channel of builtIds.filter(isBuilt)) {
      console.error(`Importing, listing and telling numbers on ${channelNames[channel]}…`)
      const shop = await openShop(app, sandbox, [channel])
      const key = { organizationId: shop.ctx.organizationId, integrationId: await shop.integrationId(channel) }
      const template = await shop.template()
      const connected: Stage['connected'] = (work) => withConnection(app.services, key, work)
      const stage: Stage = { app, sandbox, shop, channel, template, connected }
      rows.push(...(await published(stage)), await imported(stage, key))
    }
    return rows
  } finally {
    await app.stop()
    await sandbox.stop()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Products listed and told new numbers by the sender; as many by the adapter alone. */
async function published(stage: Stage): Promise<Row[]> {
  const { shop, channel, connected } = stage
  const [ours, others] = [await drafts(stage), await drafts(stage)]
  const publishing = await seconds(async () => {
    for (const { id } of ours) await listings.request(shop.ctx, id, 'publish')
    await shop.send()
  })
  const live = await rowsOf(shop, ours)
  const missing = live.filter(({ externalId }) => !externalId)
  if (missing.length > 0) throw new Error(`${channel}: ${JSON.stringify(missing[0]?.result)}`)
  const ready = (await prepare(shop.ctx, await rowsOf(shop, others))).map((listing) => listing.ready)
  let made: { sku: string; external: object }[] = []
  const bare = await seconds(() =>
    connected(async (c) => {
      const outcomes = []
      for (const batch of chunks(ready, PUBLISHED_AT_ONCE))
        outcomes.push(...(await c.channel.listings.publish(c.connection, batch)))
      made = valuesOf(outcomes).map((external, n) => ({ sku: ready[n]?.variants[0]?.sku ?? '', external }))
    }),
  )
  const prepared = await prepare(shop.ctx, live)
  const pushed = await seconds(async () => {
    for (let round = 1; round <= ROUNDS; round += 1) await tellAll(stage, prepared, 10 - round)
  })
  const bareTold = await seconds(() =>
    connected(async (c) => {
      for (let round = 1; round <= ROUNDS; round += 1)
        for (const batch of chunks(made, TOLD_AT_ONCE)) {
          const places = batch.map(({ sku, external }) => ({
            sku,
            listing: external as never,
            locationId: prepared[0]?.locationId ?? '',
          }))
          if (c.channel.stock.mode === 'last') await c.channel.stock.read(c.connection, places)
          valuesOf(
            await c.channel.stock.set(
              c.connection,
              places.map((place) => ({ ...place, quantity: 10 - round, from: 11 - round })),
            ),
          )
        }
    }),
  )
  return [
    row(stage, `${LISTINGS} listings published`, LISTINGS, publishing, bare),
    row(stage, `${LISTINGS * ROUNDS} quantities pushed`, LISTINGS * ROUNDS, pushed, bareTold),
  ]
}

/** Products that are to be listed, and are not yet. */
async function drafts({ app, shop, channel, template }: Stage): Promise<{ id: number }[]> {
  const made = []
  for (let n = 0; n < LISTINGS; n += 1) {
    const { id: productId } = await shop.product(template, { quantity: 10 })
    await app.call(saveListingProducts, {
      body: { listingProducts: [{ channel, productId, listSettings: { list: true, sync: true } }] },
      as: shop.as,
    })
    const { id } = await shop.listing(channel, productId)
    if (id !== null) made.push({ id })
  }
  return made
}
const rowsOf = ({ ctx }: Shop, some: readonly { id: number }[]) =>
  listingRows(ctx)
    .where(
      'l.id',
      'in',
      some.map(({ id }) => id),
    )
    .execute()

async function tellAll({ shop }: Stage, prepared: readonly PreparedListing[], available: number): Promise<void> {
  const levels = await stock.levelsOf(
    shop.ctx,
    prepared.map(({ row }) => row.productId),
  )
  await stock.setAvailable(
    shop.ctx,
    levels.map(({ id }) => ({ levelId: id, available })),
    { reason: 'count', source: 'bench', sourceKey: `bench ${available}` },
  )
  await shop.send()
}

/** Items that stand there become products, linked to them; beside it their pages alone. */
async function imported(stage: Stage, key: { organizationId: number; integrationId: number }): Promise<Row> {
  const { app, sandbox, shop, channel, template, connected } = stage
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    sku: `THERE-${n}`,
    title: `Mug ${n}`,
    price: 12,
    quantity: 3,
  }))
  await shop.remotes[channel].addItems(items)
  const bare = await seconds(() =>
    connected(async ({ channel, connection }) => {
      let cursor: string | undefined
      do cursor = (await channel.listings.pull(connection, cursor)).next
      while (cursor !== undefined)
    }),
  )
  const params = { integrationId: key.integrationId }
  const took = await seconds(async () => {
    await app.call(readCatalogue, { params, as: shop.as })
    await readJob(app.services, key)
    const begun = await app.call(importFound, { params, body: { which: { tab: 'new' }, template }, as: shop.as })
    const id = begun.body.data?.id
    if (!id) throw new Error(`${channel} on ${sandbox.url}: ${begun.body.message}`)
    const job = { organizationId: key.organizationId, importId: id }
    await readImportJob(app.services, job)
    await planImportJob(app.services, job)
    await app.call(applyImport, { params: { id }, as: shop.as })
    await applyImportJob(app.services, job)
    await linkJob(app.services, key)
  })
  const { live } = await shop.ctx.db
    .selectFrom('listingProducts')
    .select((e) => e.fn.countAll<number>().as('live'))
    .where('organizationId', '=', key.organizationId)
    .where('externalId', '<>', '')
    .executeTakeFirstOrThrow()
  if (Number(live) < LISTINGS + ITEMS) throw new Error(`${channel}: only ${live} of ${LISTINGS + ITEMS} are linked`)
  return row(stage, `${ITEMS} items imported and linked`, ITEMS, took, bare)
}

function row({ channel }: Stage, what: string, count: number, ours: number, bare: number): Row {
  const { limits } = channelOf(channel)
  const quotas = limits.quotas.map(
    (quota) =>
      `${quota.calls.toLocaleString('en-US')} ${quota.lane ? `${quota.lane} ` : ''}calls in ${inWindows(quota) ? `${quota.seconds / 3600} h` : `${quota.seconds} s`} (${quota.per})`,
  )
  const rate = (elapsed: number) => `${(count / elapsed).toFixed(1)}/s`
  return {
    benchmark: `${channelNames[channel]}: ${what}`,
    ours: rate(ours),
    floor: rate(bare),
    ratio: (ours / bare).toFixed(2),
    goal: `at ${limits.requestsPerSecond} calls/s; quota ${quotas.join(', ') || 'none published'}`,
  }
}

/** @throws the first refusal */
const valuesOf = <T>(outcomes: readonly Outcome<T>[]): T[] =>
  outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error
    return outcome.value
  })
