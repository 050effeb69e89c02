import { csvReplies } from '#contract/channels/shapes/csv.ts'
import { accesses } from '#contract/channels/access.ts'
import type { Access } from '#contract/channels/describe.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import type { Sandbox } from '#sandbox/main.ts'
import type { HttpAnswer, HttpCall } from '../../call.ts'
import { walk } from '../../certify/walk.ts'
import type { Walked, WalkOptions } from '../../certify/walking.ts'
import { channelOf } from '../../registry.ts'
import { connect, type Remote, remote, type Stage } from '../conformance/stage.ts'

const facts: Partial<Record<BuiltId, Record<string, string>>> = { clover: { region: 'na' } }
const shops: Partial<Record<BuiltId, string>> = { shopify: 'motto-dev.myshopify.com' }

/** A seller's account of a channel's simulator, connected as a seller connects it, with the settings that its account offers. */
export async function simulatedAccount(sandbox: Sandbox, id: BuiltId): Promise<Stage<unknown, unknown>> {
  const { clientId, clientSecret, redirect, secrets = {}, hosts }: Access = accesses[id]
  const channel = channelOf(id)
  const stage = await connect({
    channel,
    settings: channel.settings.parse({}),
    inspect() {
      // Quotas are the simulator's own tests; here nobody waits.
      sandbox.simulators.get(id)?.refill()
      return []
    },
    redirect: redirect?.sandbox ?? `http://localhost:3000/oauth/${id}`,
    context: {
      clientId: clientId.sandbox,
      clientSecret: clientSecret.sandbox,
      secrets: Object.fromEntries(Object.entries(secrets).map(([name, { sandbox: secret }]) => [name, secret])),
      facts: facts[id] ?? {},
      origins: Object.fromEntries(
        Object.entries(hosts).map(([host, { live }]) => [
          host,
          `${sandbox.url}/${id}${live.includes('{shop}') ? '/{shop}' : ''}`,
        ]),
      ),
      shop: shops[id] ?? '',
    },
  })
  const account = await channel.account(stage.connection())
  const { connection } = stage
  stage.connection = (more) => {
    const c = connection(more)
    return { ...c, facts: { ...c.facts, ...account.facts }, currency: account.currency }
  }
  const chosen = (await channel.defaults?.(stage.connection())) ?? {}
  stage.settings = channel.settings.parse({ ...chosen, ...(await sheetOf(stage)) })
  await sellSomething(remote(sandbox.url, id), channel.orders !== undefined)
  return stage
}

/** An account without a listing or an order would say nothing about the form of either. */
async function sellSomething(control: Remote, hasOrders: boolean): Promise<void> {
  await control.addItems([{ sku: 'SOLD-BEFORE', title: 'Sold before', price: 45, quantity: 900 }])
  if (hasOrders) await control.buy('SOLD-BEFORE')
}

/** A channel that writes into a sheet of the seller's has one made. */
async function sheetOf({ channel, connection }: Stage<unknown, unknown>): Promise<object> {
  const { make, lookups } = channel
  const { sheets } = lookups
  if (!make || !sheets) return {}
  const spreadsheetIds = await make(connection(), 'spreadsheets', { title: 'Shop' })
  return { spreadsheets: csvReplies.sheets.parse(await sheets(connection(), { spreadsheetIds })) }
}

/** Changes what a channel answers, as if it answered otherwise than its simulator. */
export type Tamper = (call: HttpCall, answer: HttpAnswer) => HttpAnswer

/** The whole walk on a simulator. Nothing is waited for. */
export function simulatedWalk(
  stage: Stage<unknown, unknown>,
  more: Partial<WalkOptions> & { tamper?: Tamper } = {},
): Promise<Walked> {
  const { tamper = (_, answer) => answer, ...options } = more
  return walk({
    channel: stage.channel,
    connected(work) {
      const c = stage.connection()
      return work({ ...c, http: async (call) => tamper(call, await c.http(call)) })
    },
    known: { endsAt: stage.tokens.expiresAt, notices: undefined },
    whole: true,
    report: async () => undefined,
    wait: async () => undefined,
    deadline: new Date(Date.now() + 600_000),
    now: () => new Date(),
    ...options,
  })
}
