import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { getChangeSet } from '#contract/changes/changes.ts'
import { listProducts } from '#contract/products/products.ts'
import { saveRules } from '#contract/mappings/rule-changes.ts'
import { addressOf } from '#server/testing/address.ts'
import type { Shop } from './kit/fixture.ts'
import { fetched } from './list.ts'
import { type Row, ms, percentile } from './kit/report.ts'
import { answerOf, send } from './kit/send.ts'

const QUIET = 60
const GOAL_MS = 200
const PAUSE_MS = 20

/** A rule of a template is changed for all of its products; what others ask meanwhile is answered as before. */
export async function benchRules(shop: Shop): Promise<Row[]> {
  const { server, cookie, organizationId } = shop
  const { system } = server.services.database
  const { templateId } = await system
    .selectFrom('products')
    .select(['templateId', (e) => e.fn.countAll<number>().as('n')])
    .where('organizationId', '=', organizationId)
    .groupBy('templateId')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await system
    .updateTable('products')
    .set({ configuration: JSON.stringify({ dynamicMappingEnabled: true }), templateId })
    .where('organizationId', '=', organizationId)
    .execute()
  const list = () => fetched(server.url + addressOf(listProducts, { query: { limit: 25 } }), cookie)
  const ask = async () => {
    const began = performance.now()
    await list()
    return performance.now() - began
  }
  const quiet: number[] = []
  for (let n = 0; n < QUIET; n += 1) quiet.push(await ask())
  const began = performance.now()
  const set = await send<{ id: number } | null>(server.url + addressOf(saveRules, {}), cookie, {
    templateId,
    tabs: [
      {
        ownerType: 'Template',
        applyTo: 'title',
        dynamicMappings: [
          {
            uuid: randomUUID(),
            name: 'Bench',
            rules: [
              {
                uuid: randomUUID(),
                conditionSets: [],
                actions: [{ uuid: randomUUID(), target: '', action: 'append', value: ', new' }],
              },
            ],
          },
        ],
      },
    ],
  })
  const answered = performance.now() - began
  if (!set) throw new Error('The rules were as they are.')
  const busy: number[] = []
  for (;;) {
    busy.push(await ask())
    const { state } = await read<{ state: string }>(
      server.url + addressOf(getChangeSet, { params: { id: set.id } }),
      cookie,
    )
    if (state !== 'waiting' && state !== 'running') break
    await delay(PAUSE_MS)
  }
  const took = performance.now() - began
  const p95 = percentile(busy, 0.95)
  return [
    {
      benchmark: `a rule changed over ${shop.products.toLocaleString('en-US')} products: the list of products meanwhile (${busy.length} times)`,
      ours: `p50 ${ms(percentile(busy, 0.5))}, p95 ${ms(p95)}`,
      floor: `without: p50 ${ms(percentile(quiet, 0.5))}, p95 ${ms(percentile(quiet, 0.95))}`,
      ratio: (percentile(busy, 0.5) / percentile(quiet, 0.5)).toFixed(2),
      goal: `p95 ≤ ${GOAL_MS} ms`,
      met: p95 <= GOAL_MS,
    },
    {
      benchmark: `the same: until it is answered, and until it is done`,
      ours: `${ms(answered)}, ${(took / 1000).toFixed(1)} s`,
      floor: '',
      ratio: '',
      goal: '',
    },
  ]
}

const read = async <T>(url: string, cookie: string) => answerOf<T>(await fetch(url, { headers: { cookie } }))
