import { isBuilt } from '#channels/registry.ts'
import { builtDescription } from '#contract/channels/all.ts'
import { type ChannelId, channelIds, channelNames } from '#contract/channels/ids.ts'
import type { z } from 'zod'
import { schemaFields } from '#contract/channels/schemas.ts'
import type { ListingProduct, ListingProductChange, ListingTemplateChange } from '#contract/listings/listings.ts'
import { pricingOf } from '#domain/listings/pricing/pricing.ts'
import { switched } from '#domain/listings/settings.ts'
import { breathe } from '../../breathe.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { ListingRow, StoredSchema } from '../../db/tables/listings.ts'
import { AppError, invalid } from '../../errors.ts'
import { sanitise } from '../../http/requests/html.ts'
import { sentenceOf } from '../../http/requests/sentences.ts'
import { owe, oweAll } from '../outbox/service.ts'
import { audit } from '../audit.ts'
import { mustHave } from '../integrations/service.ts'
import { replan } from '../pricing/service.ts'
import * as queries from './queries.ts'
import { viewAll } from './content/changed.ts'
import { versionOf, viewTemplate } from './content/views.ts'

/** How each channel lists a template and, where given, one of its products: for its first account, and beside it for its others. */
export async function panels(ctx: Ctx, fromTemplateId: number | undefined, productId: number) {
  const templateId = fromTemplateId ?? (await queries.product(ctx, productId))?.templateId
  if (!templateId || !(await queries.templateExists(ctx, templateId))) throw new AppError('not_found')
  const [integrations, templates, listings, there] = await Promise.all([
    queries.allIntegrations(ctx),
    queries.listingTemplatesOf(ctx, templateId),
    productId > 0 ? listingsOf(ctx, productId) : Promise.resolve([]),
    productId > 0 ? queries.soldThere(ctx, productId) : Promise.resolve([]),
  ])
  const panelOf = (channel: ChannelId, integration: (typeof integrations)[number] | undefined) => {
    const template = templates.find((t) => t.integrationId === integration?.id)
    return {
      integrationId: integration?.id ?? null,
      account: integration?.shop || integration?.accountName || '',
      authenticated: integration?.status === 'authenticated',
      listingTemplate: template ? viewTemplate(template) : null,
      listingProduct: listings.find((l) => l.integrationId === integration?.id) ?? null,
      needsCategory: builtDescription(channel)?.needsCategory ?? false,
      there: there.find((listing) => listing.integrationId === integration?.id) ?? null,
      defaults: defaultsOf(channel, integration?.settings),
    }
  }
  return Object.fromEntries(
    channelIds
      .filter((id) => isBuilt(id))
      .map((channel) => {
        const [first, ...others] = integrations.filter((i) => i.channel === channel)
        return [channel, { ...panelOf(channel, first), others: others.map((panel) => panelOf(channel, panel)) }]
      }),
  )
}

/** What an account says where a schema is blank. */
const defaultsOf = (channel: ChannelId, settings: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(
    (builtDescription(channel)?.fields ?? []).flatMap(({ name, on }) =>
      on.includes('integration') && on.includes('template') && settings[name] ? [[name, String(settings[name])]] : [],
    ),
  )

/** Saves how templates list. Blank schema fields are taken from the product when it is listed. @throws not_found, integration_missing, schema_taken, edit_conflict */
export const saveTemplates = (ctx: Ctx, changes: z.output<typeof ListingTemplateChange>[]) =>
  inTransaction(ctx, async (ctx) => {
    const saved = []
    for (const change of changes) {
      if (!(await queries.templateExists(ctx, change.templateId))) throw new AppError('not_found')
      const { id: integrationId } = await mustHave(ctx, change.channel, change.integrationId)
      const stored = await queries.lockListingTemplate(ctx, { templateId: change.templateId, integrationId })
      const { updatedAt: seen } = change
      if (seen !== undefined && seen?.getTime() !== stored?.updatedAt.getTime()) throw new AppError('edit_conflict')
      const schemas = await readSchemas(change.channel, change.schemas)
      const before =
        (await queries.listingTemplatesOf(ctx, change.templateId)).find(
          (template) => template.integrationId === integrationId,
        )?.schemas ?? []
      const row = await queries.saveListingTemplate(
        ctx,
        {
          integrationId,
          templateId: change.templateId,
          channel: change.channel,
        },
        schemas,
        { isFirst: seen === null },
      )
      if (!row) throw new AppError('edit_conflict')
      await audit(ctx, {
        entity: 'listing_template',
        entityId: row.id,
        action: 'saved',
        new: { channel: change.channel, schemas },
      })
      await oweAll(ctx, { integrationId, templateId: change.templateId }, 'revise')
      const priced = (all: readonly StoredSchema[]) => all.map((schema) => pricedAs(change.channel, schema)).join()
      if (priced(before) !== priced(schemas)) await replan(ctx, { integrationId, templateId: change.templateId })
      saved.push(viewTemplate(row))
    }
    return saved
  })

/** The same text for listings that are priced alike. */
const pricedAs = (channel: ChannelId, fields: StoredSchema | undefined, overrides: Record<string, unknown> = {}) =>
  JSON.stringify(
    pricingOf(builtDescription(channel)?.fields ?? [], { schema: fields && { name: fields.name, fields }, overrides }),
  )

/** How a template lists on each channel, by its first account there. */
export async function schemasOf(ctx: Ctx, templateId: number) {
  const templates = await queries.listingTemplatesOf(ctx, templateId)
  return [
    ...Map.groupBy(
      templates.toSorted((a, b) => a.integrationId - b.integrationId),
      (t) => t.channel,
    ),
  ].flatMap(([channel, [first]]) => (first ? [{ channel, schemas: first.schemas }] : []))
}

async function readSchemas(
  channel: ChannelId,
  schemas: z.output<typeof ListingTemplateChange>['schemas'],
): Promise<StoredSchema[]> {
  const fields = schemaFields[channel]
  if (!fields) throw new AppError('unsupported', `Motto cannot list on ${channelNames[channel]} yet.`)
  const names = new Set<string>()
  const ids = new Set<string>()
  const stored: StoredSchema[] = []
  for (const [i, schema] of schemas.entries()) {
    if (names.has(schema.name.toLowerCase()))
      throw new AppError('schema_taken', `Schema with name "${schema.name}" already exists.`, {
        fields: { [`schemas.${i}.name`]: 'Name already exists' },
      })
    names.add(schema.name.toLowerCase())
    if (ids.has(schema.id)) throw invalid(`schemas.${i}.id`, 'Another schema of this listing template has this id.')
    ids.add(schema.id)
    const read = fields.safeParse(schema, { error: sentenceOf })
    if (!read.success)
      throw refusedFields(read.error.issues.map((issue) => [`schemas.${i}.${issue.path.join('.')}`, issue.message]))
    const own = read.data as Record<string, unknown>
    if (typeof own.description === 'string') own.description = sanitise(own.description)
    stored.push({ ...own, id: schema.id, name: schema.name, details: schema.details })
    await breathe()
  }
  return stored
}

export async function listingProducts(ctx: Ctx, productId: number) {
  if (!(await queries.product(ctx, productId))) throw new AppError('not_found')
  return listingsOf(ctx, productId)
}
const listingsOf = async (ctx: Ctx, productId: number) => viewAll(ctx, await queries.listingsOf(ctx, productId))

/** Saves how products list; what is left out stays. Switching a live listing's sync on sends it. @throws not_found, integration_missing, invalid_input, edit_conflict where others saved since it was read */
export const saveListings = (ctx: Ctx, changes: z.output<typeof ListingProductChange>[]): Promise<ListingProduct[]> =>
  inTransaction(ctx, async (ctx) => {
    const saved = []
    for (const change of changes) {
      saved.push(await saveOne(ctx, change))
      await breathe()
    }
    return viewAll(ctx, saved)
  })

type Change = z.output<typeof ListingProductChange>

const SAVED_SINCE = 'Someone else changed these listing settings. Reload to see their changes, then save again.'

async function saveOne(ctx: Ctx, change: Change): Promise<ListingRow> {
  const { channel, productId } = change
  const product = await queries.product(ctx, productId)
  if (!product) throw new AppError('not_found')
  const integration = await mustHave(ctx, channel, change.integrationId)
  const now = await queries.lockListing(ctx, productId, integration.id)
  const { version: seen } = change
  if (seen !== undefined && seen !== (now ? versionOf(now) : null)) throw new AppError('edit_conflict', SAVED_SINCE)
  const template = (await queries.listingTemplatesOf(ctx, product.templateId)).find(
    (t) => t.integrationId === integration.id,
  )
  const before = settingsOf(now)
  const settings = switched(before, change.listSettings ?? {})
  const overrides = change.schemaOverrides
    ? readOverrides(channel, change.schemaOverrides)
    : (now?.schemaOverrides ?? {})
  const row = await queries.saveListing(
    ctx,
    {
      productId,
      templateId: product.templateId,
      channel,
      integrationId: integration.id,
      selectedSchemaId: chosenSchema(change.selectedSchemaId, now, template?.schemas ?? []),
      schemaOverrides: JSON.stringify(overrides),
      ...settings,
    },
    { isFirst: seen === null },
  )
  if (!row) throw new AppError('edit_conflict', SAVED_SINCE)
  await audit(ctx, {
    entity: 'listing',
    entityId: row.id,
    action: 'saved',
    old: { ...before, overrides: now?.schemaOverrides },
    new: { ...settings, overrides },
  })
  await followSettings(ctx, row, before)
  const priced = (of: Pick<ListingRow, 'selectedSchemaId' | 'schemaOverrides'>) =>
    pricedAs(
      channel,
      template?.schemas.find(({ id }) => id === of.selectedSchemaId),
      of.schemaOverrides,
    )
  if (now && priced(now) !== priced(row)) await replan(ctx, { listingId: row.id })
  return row
}

const settingsOf = (listing: ListingRow | undefined) => ({
  list: listing?.list ?? false,
  sync: listing?.sync ?? false,
  syncQuantity: listing?.syncQuantity ?? false,
})

/** The schema that is asked for, else the one that was chosen, else the only one. @throws invalid_input where there is no such schema, and where it is fixed */
function chosenSchema(
  requested: string | undefined,
  now: ListingRow | undefined,
  schemas: readonly StoredSchema[],
): string | null {
  const known = (id: string | null) => schemas.some((s) => s.id === id)
  const selected = now && known(now.selectedSchemaId) ? now.selectedSchemaId : null
  if (requested === undefined) return selected ?? (schemas.length === 1 ? (schemas[0]?.id ?? null) : null)
  if (requested && !known(requested))
    throw invalid('selectedSchemaId', 'This listing template no longer exists. Choose another.')
  if (now?.externalId && selected !== null && requested !== selected)
    throw invalid('selectedSchemaId', 'You can’t change the listing template while the product is listed.')
  return requested || null
}

/** What was switched on is owed; what was switched off before it was sent is not wanted any more. */
async function followSettings(ctx: Ctx, row: ListingRow, before: ReturnType<typeof settingsOf>): Promise<void> {
  if (!row.list) await queries.dropPublish(ctx, row.id)
  if (row.sync) await owe(ctx, [row.productId], 'revise')
  else if (row.syncQuantity && !before.syncQuantity) await owe(ctx, [row.productId], 'quantity')
}

/** @throws invalid_input at the field that has not its channel's shape */
function readOverrides(channel: ChannelId, overrides: Record<string, unknown>): Record<string, unknown> {
  const values = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== null))
  const read = schemaFields[channel]?.partial().safeParse(values, { error: sentenceOf })
  if (read?.error)
    throw refusedFields(read.error.issues.map((issue) => [`schemaOverrides.${issue.path.join('.')}`, issue.message]))
  return typeof overrides.description === 'string'
    ? { ...overrides, description: sanitise(overrides.description) }
    : overrides
}

const refusedFields = (fields: (readonly [string, string])[]) =>
  new AppError('invalid_input', fields[0]?.[1], { fields: Object.fromEntries(fields) })
