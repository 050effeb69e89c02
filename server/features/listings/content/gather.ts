import { builtDescription } from '#contract/channels/all.ts'
import { commonSettings } from '#contract/channels/shape.ts'
import type { Pricing } from '#contract/channels/pricing.ts'
import { type Pace, pricingOf } from '#domain/listings/pricing/pricing.ts'
import { type Safety, safetyOf } from '#domain/safety/safety.ts'
import type { ListingSource } from '#domain/listings/content/resolve.ts'
import type { Where } from '#domain/mappings/changed-values.ts'
import type { Ctx } from '../../../context.ts'
import type { ListingRow, StoredSchema } from '../../../db/tables/listings.ts'
import { rulesFor } from '../../mappings/service.ts'
import { valueMapsFor } from '../../mappings/values/service.ts'
import { operatorIndex } from '../../safety/service.ts'
import { paceOf, pacesOf } from '../../pricing/service.ts'
import * as queries from '../queries.ts'

/** A listing, or a product that may become one. */
export type Listable = Pick<
  ListingRow,
  'productId' | 'templateId' | 'channel' | 'integrationId' | 'selectedSchemaId' | 'schemaOverrides' | 'externalId'
> & { id: number | null }

type Found<T extends (...args: never[]) => Promise<Map<number, unknown>>> =
  Awaited<ReturnType<T>> extends Map<number, infer R> ? R : never

export interface Gathered<R extends Listable> {
  row: R
  product: Found<typeof queries.products>
  integration: Found<typeof queries.integrations>
  /** The chosen schema, or the only one. */
  schema: StoredSchema | undefined
  where: Where
  source: ListingSource
  /** What product safety rules ask for. */
  safety: Safety | undefined
  /** How its price follows from the product's, where it does not simply do so, and how far it is. */
  pricing: { by: Pricing; pace: Pace } | null
}

/** What listings are made of, as it stands now. In the order given; one whose product or account is gone is left out. */
export async function gather<R extends Listable>(ctx: Ctx, rows: readonly R[]): Promise<Gathered<R>[]> {
  if (rows.length === 0) return []
  const productIds = [...new Set(rows.map((r) => r.productId))]
  const templateIds = [...new Set(rows.map((r) => r.templateId))]
  const [products, variations, levels, templates, schemas, integrations, operators] = await Promise.all([
    queries.products(ctx, productIds),
    queries.variations(ctx, productIds),
    queries.levels(ctx, productIds),
    queries.templates(ctx, templateIds),
    queries.listingTemplates(ctx, templateIds),
    queries.integrations(ctx, [...new Set(rows.map((r) => r.integrationId))]),
    operatorIndex(ctx),
  ])
  const rulesOf = await rulesFor(ctx, [...products.values()])
  const mapsOf = await valueMapsFor(ctx, [...new Set(rows.map((r) => r.channel))])
  const levelsOf = Map.groupBy(levels, ({ productId }) => productId)
  const gathered = rows.flatMap((row) => {
    const product = products.get(row.productId)
    const integration = integrations.get(row.integrationId)
    if (!product || !integration) return []
    const template = schemas.find((t) => t.templateId === row.templateId && t.integrationId === row.integrationId)
    const schema = schemaOf(row, template)
    const { fields: described = [], limits } = builtDescription(row.channel) ?? {}
    const own = levelsOf.get(row.productId) ?? []
    const level = (variationId: number | null) => own.find((l) => l.variationId === variationId)?.available ?? 0
    const { settings } = integration
    const ofTemplate = templates.get(row.templateId)
    const safety = safetyOf(product.attributes, ofTemplate?.defaults ?? [], {
      operators,
      integrationId: row.integrationId,
    })
    const where = { listingTemplateId: template?.id ?? null, listingId: row.id }
    const says = { schema: schema && layerOf(schema), overrides: row.schemaOverrides }
    const pricing = pricingOf(described, says)
    const source: ListingSource = {
      ...says,
      product,
      variations: (variations.get(row.productId) ?? []).map((v) => ({ ...v, available: level(v.id) })),
      available: level(null),
      variesBy: ofTemplate?.variations ?? [],
      account: settings,
      described,
      buffer: commonSettings.parse(settings).buffer,
      rules: rulesOf(product),
      mapValue: mapsOf(row.channel, where),
      // An auction is about one piece.
      most: pricing?.listAuction ? 1 : limits?.pieces,
    }
    return [{ row, product, integration, schema, where, source, safety, pricing }]
  })
  const paces = await pacesOf(
    ctx,
    gathered.flatMap(({ row, pricing }) => (pricing && row.id !== null ? [row.id] : [])),
  )
  return gathered.map(({ pricing, ...of }) => ({
    ...of,
    pricing: pricing && { by: pricing, pace: paceOf(paces.get(of.row.id ?? 0), of.row.externalId !== '') },
  }))
}

/** The chosen schema, or the only one. */
const schemaOf = ({ selectedSchemaId }: Listable, template: queries.ListingTemplateRow | undefined) =>
  template?.schemas.find((s) => s.id === selectedSchemaId) ??
  (template?.schemas.length === 1 ? template.schemas[0] : undefined)

const layers = new WeakMap<StoredSchema, NonNullable<ListingSource['schema']>>()
/** The channel's own fields of a schema: one object for all of its products, which are resolved together by it. */
function layerOf(schema: StoredSchema): NonNullable<ListingSource['schema']> {
  const known = layers.get(schema)
  if (known) return known
  const { id: _id, name, details: _details, ...fields } = schema
  const layer = { name, fields }
  layers.set(schema, layer)
  return layer
}
