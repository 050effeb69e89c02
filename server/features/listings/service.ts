import { setTimeout as delay } from 'node:timers/promises'
import { channelOf, isBuilt } from '#channels/registry.ts'
import { type ChannelId, channelIds, channelNames } from '#contract/channels/ids.ts'
import type { z } from 'zod'
import {
  type ListingProduct,
  type ListingProductChange,
  type ListingResult,
  type ListingTemplateChange,
  schemaFields,
} from '#contract/listings.ts'
import { switched } from '#domain/listings/settings.ts'
import { breathe } from '../../breathe.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { ListingRow, StoredResult, StoredSchema } from '../../db/types.ts'
import { AppError, invalid } from '../../errors.ts'
import { sanitise } from '../../http/html.ts'
import { owe, wakeSender } from '../../jobs/outbox.ts'
import { audit } from '../audit.ts'
import { mustBeConnected, mustHave } from '../integrations/service.ts'
import * as queries from './queries.ts'
import { view, viewResult, viewTemplate } from './views.ts'

/** How each channel lists a template and, where given, one of its products. */
export async function panels(ctx: Ctx, templateId: number, productId: number) {
  if (!(await queries.templateExists(ctx, templateId))) throw new AppError('not_found')
  const [integrations, templates, listings] = await Promise.all([
    queries.allIntegrations(ctx),
    queries.listingTemplatesOf(ctx, templateId),
    productId > 0 ? queries.listingsOf(ctx, productId) : Promise.resolve([]),
  ])
  return Object.fromEntries(
    channelIds
      .filter((id) => isBuilt(id))
      .map((channel) => {
        const integration = integrations.find((i) => i.channel === channel)
        const template = templates.find((t) => t.channel === channel)
        const listing = listings.find((l) => l.channel === channel)
        return [
          channel,
          {
            integrationId: integration?.id ?? null,
            authenticated: integration?.status === 'authenticated',
            listingTemplate: template ? viewTemplate(template) : null,
            listingProduct: listing ? view(listing) : null,
            needsCategory: channelOf(channel).needsCategory,
          },
        ]
      }),
  )
}

/** Saves how templates list. Blank schema fields are taken from the product when it is listed. @throws not_found, integration_missing, schema_taken */
export const saveTemplates = (ctx: Ctx, changes: z.output<typeof ListingTemplateChange>[]) =>
  inTransaction(ctx, async (ctx) => {
    const saved = []
    for (const change of changes) {
      if (!(await queries.templateExists(ctx, change.templateId))) throw new AppError('not_found')
      const { id: integrationId } = await mustHave(ctx, change.channel)
      const schemas = await readSchemas(change.channel, change.schemas)
      const row = await queries.saveListingTemplate(ctx, {
        integrationId,
        templateId: change.templateId,
        channel: change.channel,
        schemas: JSON.stringify(schemas),
      })
      await audit(ctx, {
        entity: 'listing_template',
        entityId: row.id,
        action: 'saved',
        new: { channel: change.channel, schemas },
      })
      await owe(
        ctx,
        (await queries.syncingProducts(ctx, change.templateId, change.channel)).map((p) => p.productId),
        'revise',
      )
      saved.push(viewTemplate(row))
    }
    return saved
  })

async function readSchemas(
  channel: ChannelId,
  schemas: z.output<typeof ListingTemplateChange>['schemas'],
): Promise<StoredSchema[]> {
  const fields = schemaFields[channel]
  if (!fields) throw new AppError('unsupported', `Motto cannot list on ${channelNames[channel]} yet.`)
  const names = new Set<string>()
  const kept: StoredSchema[] = []
  for (const [i, schema] of schemas.entries()) {
    if (names.has(schema.name.toLowerCase()))
      throw new AppError('schema_taken', `Schema with name "${schema.name}" already exists.`, {
        fields: { [`schemas.${i}.name`]: 'Name already exists' },
      })
    names.add(schema.name.toLowerCase())
    const read = fields.safeParse(schema)
    if (!read.success)
      throw refusedFields(read.error.issues.map((issue) => [`schemas.${i}.${issue.path.join('.')}`, issue.message]))
    const own = read.data as Record<string, unknown>
    if (typeof own.description === 'string') own.description = sanitise(own.description)
    kept.push({ ...own, id: schema.id, name: schema.name, details: schema.details })
    await breathe()
  }
  return kept
}

export async function listingProducts(ctx: Ctx, productId: number) {
  if (!(await queries.product(ctx, productId))) throw new AppError('not_found')
  return (await queries.listingsOf(ctx, productId)).map(view)
}

/** Saves how products list; what is left out stays. Switching a live listing's sync on sends it. */
export const saveListings = (ctx: Ctx, changes: z.output<typeof ListingProductChange>[]): Promise<ListingProduct[]> =>
  inTransaction(ctx, async (ctx) => {
    const saved = []
    for (const change of changes) {
      saved.push(view(await saveOne(ctx, change)))
      await breathe()
    }
    return saved
  })

async function saveOne(ctx: Ctx, change: z.output<typeof ListingProductChange>) {
  const product = await queries.product(ctx, change.productId)
  if (!product) throw new AppError('not_found')
  const integration = await mustHave(ctx, change.channel)
  const now = await queries.listing(ctx, change.productId, change.channel)
  const template = (await queries.listingTemplatesOf(ctx, product.templateId)).find((t) => t.channel === change.channel)
  const only = template?.schemas.length === 1 ? (template.schemas[0]?.id ?? '') : ''
  const selectedSchemaId = change.selectedSchemaId ?? (now?.selectedSchemaId || only)
  if (change.selectedSchemaId && template && !template.schemas.some((s) => s.id === selectedSchemaId))
    throw invalid('selectedSchemaId', 'This listing template no longer exists. Choose another.')
  const stands = now?.externalId && template?.schemas.some((s) => s.id === now.selectedSchemaId)
  if (stands && change.selectedSchemaId !== undefined && change.selectedSchemaId !== now.selectedSchemaId)
    throw invalid('selectedSchemaId', 'The listing template is fixed while the product is listed.')
  const before = { list: now?.list ?? false, sync: now?.sync ?? false, syncQuantity: now?.syncQuantity ?? false }
  const settings = switched(before, change.listSettings ?? {})
  const overrides = change.schemaOverrides
    ? readOverrides(change.channel, change.schemaOverrides)
    : (now?.schemaOverrides ?? {})
  const row = await queries.saveListing(ctx, {
    productId: change.productId,
    templateId: product.templateId,
    channel: change.channel,
    integrationId: integration.id,
    listingTemplateId: template?.id ?? null,
    selectedSchemaId,
    schemaOverrides: JSON.stringify(overrides),
    ...settings,
  })
  await audit(ctx, {
    entity: 'listing',
    entityId: row.id,
    action: 'saved',
    old: { ...before, overrides: now?.schemaOverrides },
    new: { ...settings, overrides },
  })
  if (!settings.list) await queries.dropPublish(ctx, row.id)
  if (settings.sync) await owe(ctx, [change.productId], 'revise')
  else if (settings.syncQuantity && !before.syncQuantity) await owe(ctx, [change.productId], 'quantity')
  return row
}

/** @throws invalid_input at the field that has not its channel's shape */
function readOverrides(channel: ChannelId, overrides: Record<string, unknown>): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== null))
  const read = schemaFields[channel]?.partial().safeParse(given)
  if (read?.error)
    throw refusedFields(read.error.issues.map((issue) => [`schemaOverrides.${issue.path.join('.')}`, issue.message]))
  return typeof overrides.description === 'string'
    ? { ...overrides, description: sanitise(overrides.description) }
    : overrides
}

const refusedFields = (fields: (readonly [string, string])[]) =>
  new AppError('invalid_input', fields[0]?.[1], { fields: Object.fromEntries(fields) })

type Row = ListingRow
/** Notes what a person asked for and wakes the sender. */
export const request = (ctx: Ctx, row: Row, what: 'publish' | 'quantity' | 'end') =>
  inTransaction(ctx, async (ctx) => {
    const pending = await queries.request(ctx, row.id, what)
    await wakeSender(ctx, row.integrationId)
    return pending
  })

const POLL_MS = 60
/** Waits until the channel has answered what was asked, or the time is over. @param waitSeconds how long @returns the listing; its result speaks of what was asked, or is `queued` */
async function outcome(ctx: Ctx, asked: Row, waitSeconds: number): Promise<Row & { result: StoredResult }> {
  const until = performance.now() + waitSeconds * 1000
  for (;;) {
    const row = await queries.listingById(ctx, asked.id)
    if (!row) throw new AppError('not_found')
    const { result } = row
    const isAnswer = result !== null && (result.version ?? 0) >= asked.pendingVersion
    if (isAnswer && result.status !== 'queued') return { ...row, result }
    if (row.pending === null || performance.now() > until || ctx.services.stopping.aborted)
      return { ...row, result: isAnswer ? result : said(ctx, 'queued', 'Still being sent.') }
    await delay(POLL_MS)
  }
}

/** Lists a product on every channel that is switched on; each channel's own answer, in time. @param wait seconds */
export async function listToChannels(
  ctx: Ctx,
  productId: number,
  wait: number,
): Promise<Partial<Record<ChannelId, ListingResult>>> {
  if (!(await queries.product(ctx, productId))) throw new AppError('not_found')
  const rows = (await queries.listingsOf(ctx, productId)).filter((l) => l.list)
  const results = await Promise.all(
    rows.map(async (row) => {
      const integration = await mustBeConnected(ctx, row.channel).catch((error: unknown) => error)
      if (integration instanceof AppError)
        return [row.channel, viewResult(said(ctx, 'rejected', integration.message))] as const
      if (integration instanceof Error) throw integration
      const done = await outcome(ctx, await request(ctx, row, 'publish'), wait)
      return [row.channel, viewResult(done.result)] as const
    }),
  )
  return Object.fromEntries(results)
}
const said = (ctx: Ctx, status: StoredResult['status'], reason: string): StoredResult => ({
  status,
  reason,
  code: '',
  fields: {},
  warnings: [],
  at: ctx.services.clock.now().toISOString(),
})

/** Lists on one channel. @throws what the channel said, with the field to fix */
export async function listOne(ctx: Ctx, channel: ChannelId, productId: number, wait: number) {
  await mustBeConnected(ctx, channel)
  const [saved] = await saveListings(ctx, [{ channel, productId, listSettings: { list: true } }])
  const row = saved?.id ? await queries.listingById(ctx, saved.id) : undefined
  if (!row) throw new AppError('not_found')
  const done = await outcome(ctx, await request(ctx, row, 'publish'), wait)
  throwRefusal(done)
  return {
    status: done.result.status === 'fulfilled' ? ('fulfilled' as const) : ('queued' as const),
    externalId: done.externalId,
    url: done.url,
    warnings: done.result.warnings.map((message) => ({ message })),
  }
}

export async function unlist(ctx: Ctx, channel: ChannelId, productId: number, wait: number) {
  await mustBeConnected(ctx, channel)
  const row = await queries.listing(ctx, productId, channel)
  if (!row?.externalId) throw new AppError('not_found', `This product is not listed on ${channelNames[channel]}.`)
  const done = await outcome(ctx, await request(ctx, row, 'end'), wait)
  throwRefusal(done)
  return { status: done.result.status === 'fulfilled' ? ('fulfilled' as const) : ('queued' as const) }
}

function throwRefusal({ result }: Row): void {
  if (result?.status === 'rejected') throw new AppError('channel_refused', result.reason, { fields: result.fields })
}

/** Sends a listing again now: what it still owes, or the whole. */
export async function retry(ctx: Ctx, id: number) {
  const row = await queries.listingById(ctx, id)
  if (!row) throw new AppError('not_found')
  const wanted = row.pending ?? row.result?.about
  await request(ctx, row, row.externalId && (wanted === 'end' || wanted === 'quantity') ? wanted : 'publish')
}
