import { descriptionOf } from '#contract/channels/all.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { TemplateAttribute } from '#contract/templates.ts'
import type { addStockTemplate, importStockTemplate } from '#contract/library.ts'
import { tidyTags } from '#domain/products/tags.ts'
import { type LibraryContent, portable } from '#domain/templates/library.ts'
import { type Ctx, type Services, inTransaction, jobContext } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { audit } from '../audit.ts'
import * as integrations from '../integrations/service.ts'
import * as listings from '../listings/service.ts'
import { make } from '../templates/making.ts'
import * as templates from '../templates/service.ts'
import * as queries from './queries.ts'

export const list = (ctx: Ctx) => queries.all(ctx)
export const available = queries.available

/**
 * Makes a template from one of the library, under a name of its own. It lists as the library's does on the channels that are set up here.
 * @throws not_found, template_taken
 */
export const take = (
  ctx: Ctx,
  { stockTemplateId, toName }: HandlerInput<typeof importStockTemplate>['body'],
): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const row = await queries.contentOf(ctx, stockTemplateId)
    if (!row) throw new AppError('not_found', 'This template is no longer in the library.')
    const { listings: onChannels, ...content } = row.content
    const id = await make(ctx, toName, content)
    const here = new Set((await integrations.accounts(ctx)).map(({ channel }) => channel))
    await listings.saveTemplates(
      ctx,
      onChannels.filter(({ channel }) => here.has(channel)).map((schema) => ({ ...schema, templateId: id })),
    )
    return id
  })

/** Puts a template into the library as it is now. @throws not_found, invalid_input where it is not marked as stock */
export async function add(
  services: Services,
  userId: number | null,
  { templateId, tags, ...entry }: HandlerInput<typeof addStockTemplate>['body']['stockTemplate'],
) {
  const source = await queries.source(services, templateId)
  if (!source) throw new AppError('not_found')
  if (!source.isStock) throw invalid('stockTemplate.templateId', 'Template is not stock')
  const ctx = { ...jobContext(services, source.organizationId), userId }
  const content = await contentOf(ctx, templateId)
  const saved = await queries.save(
    services,
    { ...entry, tags: tidyTags(tags), channels: content.listings.map(({ channel }) => channel) },
    { organizationId: source.organizationId, templateId },
    content,
  )
  await audit(ctx, { entity: 'template', entityId: templateId, action: 'added_to_library', new: { name: entry.name } })
  return saved
}

function withoutPlace(attribute: TemplateAttribute) {
  const { id: _, index: __, ...rest } = attribute
  return rest
}

async function contentOf(ctx: Ctx, templateId: number): Promise<LibraryContent> {
  const { title, description, tags, sizeAndWeight, configuration, variations, attributes } = await templates.get(
    ctx,
    templateId,
  )
  const onChannels = await listings.schemasOf(ctx, templateId)
  return {
    title,
    description,
    tags,
    sizeAndWeight,
    configuration,
    variations,
    attributes: attributes.map(withoutPlace),
    listings: onChannels.map(({ channel, schemas }) => ({
      channel,
      schemas: schemas.map((schema) => portable(schema, descriptionOf(channel).fields ?? [])),
    })),
  }
}

/** Takes a template out of the library. @throws not_found */
export async function remove(services: Services, userId: number | null, id: number) {
  const removed = await queries.remove(services, id)
  if (!removed) throw new AppError('not_found')
  const ctx = { ...jobContext(services, removed.sourceOrganizationId), userId }
  await audit(ctx, {
    entity: 'template',
    entityId: removed.sourceTemplateId,
    action: 'removed_from_library',
    old: { name: removed.name },
  })
  return { ok: true as const }
}
