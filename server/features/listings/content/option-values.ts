import { splitList } from '#channels/kit/text.ts'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { FieldRule } from '#contract/mappings/values.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { mustBeConnected } from '../../integrations/service.ts'
import { attributesOf } from '../../templates/service.ts'
import { rulesOf } from './field-rules.ts'
import { gather } from './gather.ts'
import { fieldsOf } from './put-together.ts'
import * as queries from '../queries.ts'

interface Asked {
  templateId: number
  productId: number
  getAll: boolean
  integrationId?: number | undefined
}
type Fields = Readonly<Record<string, unknown>>

/** More categories of one template are not asked about. */
const MOST_CATEGORIES = 50

/**
 * What a channel's fields take, for the attributes of a product or of a template (LST-372).
 * @param category those that count instead of the listing's own, joined by commas
 * @throws not_found, integration_missing, integration_unauthenticated, channel_refused, channel_unavailable
 */
export async function optionValues(
  ctx: Ctx,
  channel: ChannelId,
  { getAll, integrationId, ...of }: Asked,
  category = '',
): Promise<FieldRule[]> {
  const product = of.productId > 0 ? (await queries.products(ctx, [of.productId])).get(of.productId) : undefined
  if (of.productId > 0 && !product) throw new AppError('not_found')
  const templateId = product?.templateId ?? of.templateId
  if (!(await queries.templateExists(ctx, templateId))) throw new AppError('not_found')
  const { id } = await mustBeConnected(ctx, channel, integrationId)
  const place = { channel, integrationId: id, templateId }
  const choices = product ? await chosenBy(ctx, product.id, place) : await offeredBy(ctx, place)
  const rules = await rulesOf(
    ctx,
    place,
    eachCategory(channel, choices, category),
    ({ offers, values }) => offers ?? values,
  )
  if (getAll) return rules
  const names = [...(await attributesOf(ctx, templateId)), ...(product?.attributes ?? [])]
  const known = new Set(names.map(({ name }) => nameKey(name)))
  return rules.filter(({ name }) => known.has(nameKey(name)))
}

interface Place {
  channel: ChannelId
  integrationId: number
  templateId: number
}

/** What a product's listing says; where it has to choose between listing templates yet, what all of them say. */
async function chosenBy(ctx: Ctx, productId: number, place: Place): Promise<Fields[]> {
  const row = (await queries.listing(ctx, productId, place.integrationId)) ?? {
    ...place,
    productId,
    id: null,
    selectedSchemaId: null,
    schemaOverrides: {},
    externalId: '',
  }
  const [gathered] = await gather(ctx, [row])
  return gathered?.schema ? [await fieldsOf(ctx, gathered)] : offeredBy(ctx, place)
}

async function offeredBy(ctx: Ctx, { templateId, integrationId }: Place): Promise<Fields[]> {
  const templates = await queries.listingTemplatesOf(ctx, templateId)
  return templates.find((template) => template.integrationId === integrationId)?.schemas ?? []
}

/** One choice for each category, as a channel answers for one at a time. */
function eachCategory(channel: ChannelId, choices: readonly Fields[], category: string): Fields[] {
  const field = builtDescription(channel)?.fields.find(({ kind }) => kind === 'category')?.name
  const ids = category ? [category] : choices.map((fields) => String(fields[field ?? ''] ?? ''))
  const all = field === undefined ? choices : [...new Set(ids.flatMap(splitList))].map((id) => ({ [field]: id }))
  // What a channel says of every listing, it says without a choice, too.
  return all.length > 0 ? all.slice(0, MOST_CATEGORIES) : [{}]
}
