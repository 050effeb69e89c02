import { bulkEdit, getChangeSet, undoChangeSet } from '#contract/changes/changes.ts'
import { saveIntegration } from '#contract/integrations/integrations.ts'
import { saveListingProducts } from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { createOperator } from '#contract/safety/operators.ts'
import { addAttributes, getTemplate, saveTemplate } from '#contract/templates.ts'
import { chunks } from '#channels/kit/batch.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { withConnection } from '../../features/integrations/connections/connections.ts'
import { prepare } from '../../features/listings/content/source.ts'
import * as listings from '../../features/listings/queries.ts'
import { operatorInput } from '../operators.ts'
import type { TestApp } from '../setup/open-app.ts'
import { until } from '../setup/until.ts'
import { importer } from '../files/import-file.ts'
import { type Shop, openShop } from '../shop/shop.ts'

const DAY_BEFORE = Date.parse('2027-01-31T06:00:00Z')
const FIRST_DAY = Date.parse('2027-02-01T06:00:00Z')

/** The time goes on from a day that can be chosen, for Motto and for the sandbox. */
export function movableClock() {
  let ahead = DAY_BEFORE - Date.now()
  return { now: () => new Date(Date.now() + ahead), arrive: () => void (ahead = FIRST_DAY - Date.now()) }
}

export interface Plan {
  /** Products of each of two manufacturers. */
  each: number
  /** Products for which nothing is required. */
  exempt: number
  /** How many of each kind are sent to the simulator whatever the check says. */
  sample: number
}
type Findings = Record<'errors' | 'warnings', string[]>
type Verdict = 'accepted' | 'rejected'

/** Products of two manufacturers on an Etsy shop that sells to the EU as a trader, beside some for which nothing is required. */
export async function safetyStage(
  { app, sandbox, arrive }: { app: TestApp; sandbox: Sandbox; arrive: () => void },
  plan: Plan,
) {
  const shop = await openShop(app, sandbox, ['etsy'], { shop: 'TraderKiel' })
  const { as } = shop
  const integrationId = await shop.integrationId('etsy')
  const goods = await shop.template()
  await app.call(addAttributes, { body: { templateId: goods, attributes: ['Manufacturer'] }, as })
  const downloads = await shop.template({ fields: { etsy: { type: 'download' } } })
  const made = await products(shop, goods, 2 * plan.each)
  const exempt = await products(shop, downloads, plan.exempt)
  const ids = made.map(({ id }) => id)
  await listed(app, shop, [...ids, ...exempt.map(({ id }) => id)])
  const steps = stepsOf(app, shop, { goods, integrationId })
  await steps.sellToEu('trader')
  await steps.operator('manufacturer', 'Acme', '11')
  await steps.operator('manufacturer', 'Bolt', '12')
  await steps.operator('responsible_person', 'Rep', '21')
  return {
    ...steps,
    ids,
    skus: made.map(({ sku }) => sku),
    exempt: exempt.map(({ id }) => id),
    goods,
    arrive,
    plan,
    shop,
  }
}
export type SafetyStage = Awaited<ReturnType<typeof safetyStage>>

async function products(shop: Shop, templateId: number, count: number) {
  const made: { id: number; sku: string }[] = []
  for (let i = 0; i < count; i += 1) made.push(await shop.product(templateId))
  return made
}

async function listed(app: TestApp, { as }: Shop, ids: readonly number[]): Promise<void> {
  for (const part of chunks([...ids], 20))
    await app.call(saveListingProducts, {
      body: { listingProducts: part.map((productId) => ({ channel: 'etsy' as const, productId })) },
      as,
    })
}

function stepsOf(app: TestApp, shop: Shop, { goods, integrationId }: { goods: number; integrationId: number }) {
  const { as } = shop
  const mustSave = (status: number) => {
    if (status !== 200) throw new Error(`a step was answered with ${status}`)
  }
  const checked = async (productId: number): Promise<Findings> => {
    const { body } = await app.call(preflight, { query: { productId, channel: 'etsy' }, as })
    if (!body.data) throw new Error(`nothing was checked: ${body.message}`)
    const of = (fields: Record<string, string> = {}) =>
      Object.keys(fields).flatMap((field) => (field.startsWith('attributes.') ? field.slice('attributes.'.length) : []))
    return { errors: of(body.data.errors), warnings: of(body.data.warnings) }
  }
  return {
    /** Which operators the check misses of each product; other problems are not counted. */
    async missing(ids: readonly number[]): Promise<Findings[]> {
      const findings: Findings[] = []
      for (const part of chunks([...ids], 8)) findings.push(...(await Promise.all(part.map(checked))))
      return findings
    },
    /** What the simulator says of the operators of a product that is sent to it whatever the check said. */
    async sentAnyhow(productId: number): Promise<Verdict> {
      const row = await listings.listing(shop.ctx, productId, integrationId)
      const [prepared] = row ? await prepare(shop.ctx, [row]) : []
      if (!prepared) throw new Error('nothing to send')
      const key = { organizationId: shop.ctx.organizationId, integrationId }
      const [outcome] = await withConnection(app.services, key, ({ channel, connection }) =>
        channel.listings.publish(connection, [prepared.ready]),
      )
      return outcome?.ok === false && /gpsr_\w+ is required/.test(outcome.error.message) ? 'rejected' : 'accepted'
    },
    async sellToEu(euSales: string): Promise<void> {
      const body = { channel: 'etsy' as const, integrationId, settings: { euSales } }
      mustSave((await app.call(saveIntegration, { body, as })).status)
    },
    async operator(role: 'manufacturer' | 'responsible_person', name: string, externalId: string): Promise<void> {
      const body = operatorInput({ role, name, externalIds: { [integrationId]: externalId } })
      mustSave((await app.call(createOperator, { body, as })).status)
    },
    /** @param values by attribute; a blank one is none */
    async setDefaults(values: Record<string, string>): Promise<void> {
      const { attributes } = (await app.call(getTemplate, { params: { id: goods }, as })).body.data ?? {}
      const others = (attributes ?? []).filter(({ name }) => !Object.hasOwn(values, name))
      const added = Object.entries(values).flatMap(([name, defaultValue]) =>
        defaultValue ? [{ name, defaultValue }] : [],
      )
      const body = { productTemplate: { attributes: [...others, ...added] } }
      mustSave((await app.call(saveTemplate, { params: { id: goods }, body: body as never, as })).status)
    },
    async importFile(file: string): Promise<{ changed: number; undo: () => Promise<number> }> {
      const { id, done } = await importer(app, as).imported(file, {
        template: goods,
        attributeMappings: { Manufacturer: 'Manufacturer' },
      })
      const { changeSetId } = (await importer(app, as).get(id)) ?? {}
      return {
        changed: done?.state === 'done' ? (await ended(changeSetId ?? 0)).changed : 0,
        undo: () => undo(changeSetId ?? 0),
      }
    },
    async editMany(ids: number[], value: string): Promise<{ changed: number; undo: () => Promise<number> }> {
      const edits = [{ field: 'attr.Manufacturer' as const, action: 'set' as const, value }]
      const { body } = await app.call(bulkEdit, { body: { selection: { ids }, edits }, as })
      const { id, changed } = await ended(body.data?.id ?? 0)
      return { changed, undo: () => undo(id) }
    },
  }

  function ended(id: number) {
    return until(
      `change set ${id} is done`,
      async () => {
        const set = (await app.call(getChangeSet, { params: { id }, as })).body.data
        return set?.state === 'done' ? set : undefined
      },
      300_000,
    )
  }
  async function undo(id: number): Promise<number> {
    const { body } = await app.call(undoChangeSet, { params: { id }, as })
    return (await ended(body.data?.id ?? 0)).changed
  }
}

interface SafetyDay {
  products: number
  /** Products whose fields the check named as expected, in each of its passes, and others. */
  predicted: number
  wrong: string[]
  falseAlarms: number
  /** Verdicts of the simulator that were foretold, and others. */
  foretold: number
  surprises: string[]
  changed: { file: number; edit: number }
  undone: { file: number; edit: number }
}

const roles = ['Manufacturer', 'EU responsible person']

/** Operators and warnings come by a template default, a file and a bulk edit, and each is undone; the check is held against what the simulator does. */
export async function safetyDay(stage: SafetyStage): Promise<SafetyDay> {
  const { ids, skus, exempt, plan } = stage
  const day: SafetyDay = {
    products: ids.length,
    predicted: 0,
    wrong: [],
    falseAlarms: 0,
    foretold: 0,
    surprises: [],
    changed: { file: 0, edit: 0 },
    undone: { file: 0, edit: 0 },
  }
  const expectMissing = async (when: string, expected: Findings) => {
    for (const [n, findings] of (await stage.missing(ids)).entries())
      if (JSON.stringify(findings) === JSON.stringify(expected)) day.predicted += 1
      else day.wrong.push(`${when}: ${skus[n]} misses ${JSON.stringify(findings)}`)
    const alarms = (await stage.missing(exempt)).filter(({ errors, warnings }) => errors.length + warnings.length > 0)
    day.falseAlarms += alarms.length
  }
  const expectVerdict = async (of: readonly number[], when: string, expected: Verdict) => {
    for (const id of of.slice(0, plan.sample)) {
      const verdict = await stage.sentAnyhow(id)
      if (verdict === expected) day.foretold += 1
      else day.surprises.push(`${when}: product ${id} was ${verdict}`)
    }
  }
  const blank = { 'EU responsible person': '', 'Safety warnings': '' }
  await expectMissing('before', { errors: [], warnings: roles })
  await stage.setDefaults({ 'EU responsible person': 'Rep', 'Safety warnings': 'Keep away from fire.' })
  await expectMissing('with the default', { errors: [], warnings: ['Manufacturer'] })
  const file = await stage.importFile(
    ['SKU,Manufacturer', ...skus.slice(0, plan.each).map((sku) => `${sku},Acme`)].join('\n'),
  )
  const edit = await stage.editMany(ids.slice(plan.each), 'Bolt')
  day.changed = { file: file.changed, edit: edit.changed }
  stage.arrive()
  await expectMissing('with all', { errors: [], warnings: [] })
  await expectVerdict(ids, 'with all', 'accepted')
  await expectVerdict(exempt, 'of a download', 'accepted')
  day.undone = { edit: await edit.undo(), file: await file.undo() }
  await expectMissing('after the undo', { errors: ['Manufacturer'], warnings: [] })
  await stage.setDefaults(blank)
  await expectMissing('without anything', { errors: roles, warnings: [] })
  await expectVerdict(ids.toReversed(), 'without anything', 'rejected')
  return day
}
