import type { ReadyListing } from '#channels/channel.ts'
import { fromHundredths } from '#channels/kit/money.ts'
import { channelOf } from '#channels/registry.ts'
import { builtDescription } from '#contract/channels/all.ts'
import { commonSettings } from '#contract/channels/shape.ts'
import { type Selling, askedPrice, pricingProblem } from '#domain/listings/price-rule.ts'
import { type ListingSource, type ResolvedListing, resolveListing } from '#domain/listings/resolve.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import { TOO_MUCH_MARKUP, isCleanable } from '#contract/html.ts'
import type { Ctx } from '../../context.ts'
import type { ListingRow, StoredSchema } from '../../db/tables/listings.ts'
import { plainText, sanitise } from '../../http/html.ts'
import { addressNow } from '../images/address.ts'
import { rulesFor } from '../mappings/service.ts'
import * as queries from './queries.ts'

export interface PreparedListing {
  row: ListingRow
  resolved: ResolvedListing
  ready: ReadyListing
  /** The listing's own location on the channel, '' for the integration's default. */
  locationId: string
  available: number
  buffer: number
  /** How our prices become those of the account. */
  selling: Selling
  /** The integration's. */
  settings: object
  /** What keeps it from being told at all, by field: a schema that is not there, a field that cannot be read. */
  problems: Record<string, string>
}

/** Everything a channel is to be told about these listings, as it stands now. In the order given; one whose product is gone is left out. */
export async function prepare(ctx: Ctx, rows: ListingRow[]): Promise<PreparedListing[]> {
  if (rows.length === 0) return []
  const productIds = [...new Set(rows.map((r) => r.productId))]
  const [products, variations, levels, templates, schemas, integrations] = await Promise.all([
    queries.products(ctx, productIds),
    queries.variations(ctx, productIds),
    queries.levels(ctx, productIds),
    queries.templates(
      ctx,
      rows.map((r) => r.templateId),
    ),
    queries.listingTemplates(
      ctx,
      rows.map((r) => r.templateId),
    ),
    queries.integrations(
      ctx,
      rows.map((r) => r.integrationId),
    ),
  ])
  const rulesOf = await rulesFor(ctx, [...products.values()])
  const prepared = rows.flatMap((row) => {
    const product = products.get(row.productId)
    const integration = integrations.get(row.integrationId)
    if (!product || !integration) return []
    const template = schemas.find((t) => t.templateId === row.templateId && t.integrationId === row.integrationId)
    const schema = schemaOf(row, template)
    const { fields: described = [], limits } = builtDescription(row.channel) ?? {}
    const own = levels.filter((l) => l.productId === row.productId)
    const level = (variationId: number | null) => own.find((l) => l.variationId === variationId)?.available ?? 0
    const { settings } = integration
    const { buffer, locationId: standing } = commonSettings.parse(settings)
    const source: ListingSource = {
      product,
      variations: (variations.get(row.productId) ?? []).map((v) => ({ ...v, available: level(v.id) })),
      available: level(null),
      variesBy: templates.get(row.templateId)?.variations ?? [],
      schema: schema && { name: schema.name, fields: fieldsOf(schema) },
      overrides: row.schemaOverrides,
      account: { ...settings },
      described,
      buffer,
      rules: rulesOf(product),
      most: limits?.pieces,
    }
    const resolved = resolveListing(source)
    const channel = channelOf(row.channel)
    const read = channel.fields.safeParse(resolved.fields)
    const fields = (read.data ?? channel.fields.parse({})) as Record<string, unknown>
    // What a reference brings in is text from anywhere, and may stand in a link's address.
    const cleanable = isCleanable(resolved.description)
    const selling = { from: integration.ownCurrency, to: integration.currency, rule: integration.priceRule }
    const unpriced = pricingProblem(
      resolved.variants.map(({ price }) => price),
      selling,
      channel.name,
    )
    const problems = {
      ...(unpriced ? { priceRule: unpriced } : {}),
      ...(cleanable ? {} : { description: TOO_MUCH_MARKUP }),
      ...(schema ? {} : { selectedSchemaId: 'Could not resolve listing template.' }),
      ...Object.fromEntries(read.error?.issues.map((i) => [i.path.join('.'), i.message]) ?? []),
    }
    const locationId = String(fields.locationId || standing)
    return [
      {
        row,
        resolved,
        problems,
        locationId,
        available:
          source.variations.length > 0 ? source.variations.reduce((sum, v) => sum + v.available, 0) : source.available,
        buffer: source.buffer,
        selling,
        settings,
        ready: {
          ...resolved,
          title: plainText(resolved.title),
          description: cleanable ? sanitise(resolved.description) : '',
          key: row.id,
          currency: integration.currency,
          variants: resolved.variants.map((variant) => ({
            ...variant,
            price: fromHundredths(askedPrice(variant.price, selling), integration.currency),
          })),
          sizeAndWeight: sizeOf(product.sizeAndWeight),
          fields,
          external: row.external,
        },
      },
    ]
  })
  for (const { ready } of prepared) await addressPictures(ctx, ready)
  return prepared
}

/** Pictures of ours go with the address that they have today. */
async function addressPictures({ services }: Ctx, ready: ReadyListing): Promise<void> {
  const now = (url: string) => addressNow(services, url)
  ready.images = await Promise.all(ready.images.map(now))
  ready.variants = await Promise.all(
    ready.variants.map(async (variant) => (variant.image ? { ...variant, image: await now(variant.image) } : variant)),
  )
}

/** The chosen schema, or the only one. */
const schemaOf = ({ selectedSchemaId }: ListingRow, template: queries.ListingTemplateRow | undefined) =>
  template?.schemas.find((s) => s.id === selectedSchemaId) ??
  (template?.schemas.length === 1 ? template.schemas[0] : undefined)

/** The channel's own fields of a schema. */
const fieldsOf = ({ id: _id, name: _name, details: _details, ...fields }: StoredSchema) => fields

const sizeOf = (size: Partial<SizeAndWeight>): SizeAndWeight | null =>
  size.weight || size.width || size.length || size.height
    ? {
        weightUnit: size.weightUnit ?? 'lb',
        sizeUnit: size.sizeUnit ?? 'in',
        weight: size.weight ?? null,
        width: size.width ?? null,
        length: size.length ?? null,
        height: size.height ?? null,
      }
    : null
