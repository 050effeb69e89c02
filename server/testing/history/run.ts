import { sql } from 'kysely'
import type pg from 'pg'
import { createOrder } from '#contract/orders/create.ts'
import { cancelOrder } from '#contract/orders/change.ts'
import { updateShipping } from '#contract/orders/orders.ts'
import { updateProduct } from '#contract/products/products.ts'
import { createView } from '#contract/views.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { openPools } from '../../db/connection/pools.ts'
import { type Heard, type Sent, knows, mayRepeat, send } from './client.ts'
import { type Fault, type PlannedWrite, PEOPLE, PRODUCTS, type Round } from './plan.ts'
import { type Process, startProcess } from './process.ts'

/** A write, and all that its sender heard of it. */
export interface Told extends PlannedWrite {
  sent: Sent
  /** The order that it is about. */
  orderId?: number
  heard: Heard[]
}
/** All writes of a run, and the shop in which they were done. */
export interface History {
  organizationId: number
  answers: Told[]
  /** What each write that was told as saved is answered when it is sent once more at the end. */
  again: Map<string, Heard>
  /** Sees the rows, over a line that never breaks. */
  db: Kysely<DB>
  stop(): Promise<void>
}

const START = 1000
const MOST_TRIES = 6

interface Shop {
  organizationId: number
  cookies: string[]
  productIds: number[]
  skus: string[]
}

/** Carries out a plan against real servers on one database. @param database migrated */
export async function carryOut(database: pg.PoolConfig, plan: readonly Round[]): Promise<History> {
  const beside = openPools({ ...database, application_name: 'beside' }, 2)
  const run = new Run(database, await startProcess(database), beside.system)
  const shop = await run.openShop()
  const answers: Told[] = []
  for (const round of plan) answers.push(...(await run.round(round, shop, answers)))
  const again = new Map<string, Heard>()
  for (const { key, sent, heard } of answers)
    if (heard.some((answer) => knows(answer) === 'saved')) again.set(key, await run.send(sent))
  return {
    organizationId: shop.organizationId,
    answers,
    again,
    db: beside.system,
    stop: async () => {
      await run.stop()
      await beside.close()
    },
  }
}

class Run {
  readonly #database: pg.PoolConfig
  readonly #beside: Kysely<DB>
  #process: Process

  constructor(database: pg.PoolConfig, process: Process, beside: Kysely<DB>) {
    this.#database = database
    this.#process = process
    this.#beside = beside
  }

  async openShop(): Promise<Shop> {
    const { services } = this.#process.app
    const { ctx, as, organization } = await makeSeller(services)
    const colleagues = await Promise.all(
      Array.from({ length: PEOPLE - 1 }, async () => {
        const { id } = await makeUser(services)
        await makeMember(services, organization.id, id)
        return makeSession(services, id, organization.id)
      }),
    )
    const { id: templateId } = await makeTemplate(ctx)
    const products = []
    for (let n = 0; n < PRODUCTS; n += 1) products.push(await makeProduct(ctx, templateId, { quantity: START }))
    return {
      organizationId: organization.id,
      cookies: [as, ...colleagues],
      productIds: products.map(({ id }) => id),
      skus: products.map(({ sku }) => sku),
    }
  }

  /** Sends the writes of a round at once, while something goes wrong; then each is sent again until its sender knows, or gives up. */
  async round({ writes, fault }: Round, shop: Shop, before: readonly Told[]): Promise<Told[]> {
    const answers = await this.#prepare(writes, shop, before)
    await this.#underFault(fault, answers)
    for (let tries = 1; tries < MOST_TRIES; tries += 1)
      await Promise.all(answers.filter(asksAgain).map(async (write) => write.heard.push(await this.send(write.sent))))
    return answers
  }

  send(sent: Sent, hangsUp = false): Promise<Heard> {
    return send(this.#process.port, sent, hangsUp)
  }

  stop(): Promise<void> {
    return this.#process.die()
  }

  async #underFault(fault: Fault, answers: readonly Told[]): Promise<void> {
    const { line } = this.#process
    if (fault === 'commit unsent' || fault === 'database away before a commit')
      line.breakNextCommit('unsent', fault === 'commit unsent' ? undefined : 'down')
    if (fault === 'commit unanswered' || fault === 'database away after a commit')
      line.breakNextCommit('unanswered', fault === 'commit unanswered' ? undefined : 'down')
    let isOver = false
    const all = Promise.all(
      answers.map(async ({ sent, heard }) => heard.push(await this.send(sent, fault === 'clients hang up'))),
    ).then(() => (isOver = true))
    if (fault === 'session ended') await this.#endSession(() => isOver)
    if (fault === 'process dies') {
      await this.#untilWorking(() => isOver)
      const dying = this.#process.die()
      this.#process = await startProcess(this.#database)
      await dying
    }
    await all
    this.#process.line.mend()
  }

  /** Ends a session in the midst of its transaction. */
  async #endSession(isOver: () => boolean): Promise<void> {
    const working = await this.#untilWorking(isOver)
    if (working) await sql`select pg_terminate_backend(${working}, 5000)`.execute(this.#beside)
  }

  /** @returns a session in a transaction, unless the round is over first */
  async #untilWorking(isOver: () => boolean): Promise<number | undefined> {
    while (!isOver()) {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and application_name <> 'beside'
          and backend_xid is not null order by xact_start limit 1`.execute(this.#beside)
      if (rows[0]) return rows[0].pid
    }
    return undefined
  }

  async #prepare(writes: readonly PlannedWrite[], shop: Shop, before: readonly Told[]): Promise<Told[]> {
    const versions = await this.#beside
      .selectFrom('products')
      .select(['id', 'version'])
      .where('organizationId', '=', shop.organizationId)
      .execute()
    const known = new Set(before.map(({ kind, orderId }) => `${kind} ${orderId}`))
    const made = before.filter(
      ({ kind, heard }) => kind === 'order' && knows(heard.at(-1) ?? { status: 0 }) === 'saved',
    )
    return writes.map((write) => {
      const productId = shop.productIds[write.product] ?? 0
      const orderId = made
        .map(({ heard }) => (heard.at(-1)?.data as { id: number } | undefined)?.id)
        .find((id) => id !== undefined && !known.has(`${write.kind} ${id}`))
      const kind = orderId === undefined && (write.kind === 'ship' || write.kind === 'cancel') ? 'order' : write.kind
      const isAbout = kind === 'ship' || kind === 'cancel'
      if (isAbout) known.add(`${kind} ${orderId}`)
      const version = versions.find(({ id }) => id === productId)?.version
      const { endpoint, body } = requestOf(
        { ...write, kind },
        { productId, orderId, version, sku: shop.skus[write.product] },
      )
      const sent = { endpoint, body, key: write.key, cookie: shop.cookies[write.person] ?? '' }
      return { ...write, kind, sent, heard: [], ...(isAbout && { orderId }) }
    })
  }
}

const asksAgain = ({ heard, givesUp }: Told): boolean => {
  const last = heard.at(-1)
  return last !== undefined && mayRepeat(last) && !givesUp
}

const PAGE = 'products'
const emptyView = { version: 1, page: PAGE, type: 'table', columns: [], widths: {}, filters: {} }

export interface Target {
  productId: number
  orderId: number | undefined
  version: number | undefined
  sku: string | undefined
}

/** The request of a write. What it saves carries its key, so that its rows can be told apart from all others. */
export function requestOf({ kind, key, quantity }: PlannedWrite, { productId, orderId, version, sku }: Target) {
  if (kind === 'order')
    return { endpoint: createOrder, body: { order: { source: key, items: [{ sku, quantity, price: 5 }] } } }
  if (kind === 'ship')
    return {
      endpoint: updateShipping,
      body: { orderId, channel: 'manual', action: 'ship', service: 'UPS', trackingNumber: key },
    }
  if (kind === 'cancel') return { endpoint: cancelOrder, body: { orderId } }
  if (kind === 'view') return { endpoint: createView, params: { page: PAGE }, body: { name: key, config: emptyView } }
  const title = { id: productId, title: key, version }
  return {
    endpoint: updateProduct,
    body: { product: kind === 'title' ? title : { ...title, quantity: 900 + quantity } },
  }
}
