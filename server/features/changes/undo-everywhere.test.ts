import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Page } from '#channels/channel.ts'
import type { ChannelProduct } from '#channels/product.ts'
import { undoChangeSet } from '#contract/changes/changes.ts'
import { saveRules } from '#contract/mappings/rule-changes.ts'
import { listingsShop } from '../../testing/shop/listings.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import { runChanges } from './run.ts'

/* What `undo-live.test.ts` does with many changes on two channels is done here on all seven with the changes that leave something behind most easily. */
const { app, shop, change } = listingsShop()
const channels = ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'] as const
type Id = (typeof channels)[number]
/** Names that channels know: of item specifics, of properties, and of a column. */
const names = ['Color', 'Finish', 'Primary color']

let templateId: number
let product: { id: number; sku: string }
const as = () => ({ as: shop().as })

beforeAll(async () => {
  templateId = await shop().template({ variations: names })
  product = await shop().product(templateId, { attributes: [{ name: 'Color', value: 'Red' }] })
  await change({ id: product.id, configuration: { dynamicMappingEnabled: true } })
  for (const channel of channels) await shop().list(channel, product.id, { sync: true })
}, 60_000)

/** All that a channel says of the listing. */
async function live(channel: Id): Promise<unknown> {
  const key = { organizationId: shop().ctx.organizationId, integrationId: await shop().integrationId(channel) }
  return withConnection(app().services, key, async ({ channel: adapter, connection }) => {
    const products: ChannelProduct[] = []
    let next: string | undefined
    do {
      const page: Page<ChannelProduct> = await adapter.listings.pull(connection, next)
      products.push(...page.items.filter(({ variants }) => variants.some(({ sku }) => sku === product.sku)))
      next = page.next
    } while (next !== undefined)
    const [only] = products
    if (!only) throw new Error(`nothing on ${channel}`)
    // Its pull does not read these.
    const more =
      channel === 'etsy'
        ? await connection.http({
            method: 'GET',
            url: `${connection.origins.api}/v3/application/shops/${connection.facts['shopId']}/listings/${only.externalId}/properties`,
            headers: {
              authorization: `Bearer ${connection.accessToken}`,
              'x-api-key': `${connection.app.clientId}:${connection.app.clientSecret}`,
            },
          })
        : null
    return { ...only, updatedAt: null, more: more?.body ?? null }
  })
}

const set = (target: string, action: string, value: string) => ({
  uuid: randomUUID(),
  target,
  action,
  input: '',
  value,
})
it.each([
  ['title', 'Template', [set('', 'append', ' in {{Color}}'), set('{{Finish}}', 'set value', 'Matte')]],
  ['description', 'Global', [set('', 'prepend', 'New: '), set('{{Primary color}}', 'set value', 'Green')]],
] as const)(
  'what rules of a %s wrote goes from all seven channels with their undo',
  async (applyTo, ownerType, actions) => {
    const send = async (changeSetId: number) => {
      await runChanges(app().services, { organizationId: shop().ctx.organizationId, changeSetId })
      await shop().send()
    }
    const all = async () =>
      Object.fromEntries(await Promise.all(channels.map(async (channel) => [channel, await live(channel)] as const)))
    const before = await all()
    const rules = [{ uuid: randomUUID(), conditionSets: [], actions }]
    const tabs = [{ ownerType, applyTo, dynamicMappings: [{ uuid: randomUUID(), name: `Of ${applyTo}`, rules }] }]
    const saved = (await app().call(saveRules, { body: { templateId, tabs } as never, ...as() })).body
    if (!saved.data) throw new Error(`${saved.message} ${JSON.stringify(saved.fields)}`)
    await send(saved.data.id)
    const during = await all()
    // Clover has no descriptions.
    const affected = channels.filter((channel) => applyTo === 'title' || channel !== 'clover')
    for (const channel of affected) expect(during[channel], channel).not.toEqual(before[channel])
    for (const what of applyTo === 'title' ? ['Matte'] : ['Primary color', 'Green'])
      expect(JSON.stringify(during), 'attributes, too').toContain(what)
    const back = (await app().call(undoChangeSet, { params: { id: saved.data.id }, body: {}, ...as() })).body
    if (!back.data) throw new Error(back.message)
    await send(back.data.id)
    expect(await all()).toEqual(before)
  },
  60_000,
)
