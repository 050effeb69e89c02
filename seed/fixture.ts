import pg from 'pg'
import sharp from 'sharp'
import type { Services } from '#server/context.ts'
import { keepPicture } from '#server/features/images/store.ts'
import { draw } from './demo/drawings.ts'
import { inLanes } from './demo/random.ts'
import { type Design, EDITION, kinds, planDesigns, templateAttributes } from './fixture-designs.ts'
import * as fill from './fixture-sql.ts'

/** Products of each size (DESIGN: S, M, L). */
export const fixtureSizes = { S: 5_000, M: 100_000, L: 1_000_000 } as const

export interface FixtureOptions {
  organizationId: number
  products: number
  /** Whether to draw the pictures that some products have. */
  pictures?: boolean
  log?: (line: string) => void
}

/** Products per statement: enough to be quick, few enough for their rows to stay in memory. */
const CHUNK = 25_000
const PICTURE_PIXELS = 480
/** Indexes of these are made anew after many rows, which is quicker than to keep them meanwhile. */
const rebuilt = ['products', 'product_facts', 'product_sorts', 'stock_movements']

/** Fills an organization with believable products, in one transaction and by sets. The same size gives the same products, but for the dates. */
export async function fillFixture(
  services: Services,
  { organizationId, products, pictures = false, log = () => {} }: FixtureOptions,
): Promise<void> {
  const designs = planDesigns()
  const images = pictures ? await drawPictures(services, organizationId, designs) : new Map<string, string>()
  const client = new pg.Client(services.database.connection)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`set local maintenance_work_mem = '512MB'; set local work_mem = '64MB'`)
    await putDesigns(client, organizationId, designs, images)
    const integrations = await makeIntegrations(client, organizationId)
    const indexes = await dropIndexes(client)
    await putProducts(client, organizationId, products, designs.length, integrations, log)
    if (indexes.length > 0) log('Making the indexes…')
    for (const definition of indexes) await client.query(definition)
    await client.query('commit')
    log('Gathering statistics…')
    await client.query('select fold_value_changes(2000000000)')
    await client.query('select fold_sales(2000000000)')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function putProducts(
  client: pg.Client,
  organizationId: number,
  products: number,
  designs: number,
  integrations: number[],
  log: (line: string) => void,
): Promise<void> {
  const {
    rows: [first],
  } = await client.query<{ before: number }>(
    `select setval(s.name, nextval(s.name) + $1) - $1 - 1 as before from (select pg_get_serial_sequence('products', 'id') as name) s`,
    [products],
  )
  for (let from = 1; from <= products; from += CHUNK) {
    const to = Math.min(products, from + CHUNK - 1)
    const values = [organizationId, from, to, first?.before, designs]
    for (const statement of [fill.insertProducts, fill.insertVariations, fill.insertLevels])
      await client.query(statement, values)
    await client.query(fill.insertListings, [...values, ...integrations])
    log(`${to.toLocaleString('en-US')} of ${products.toLocaleString('en-US')} products`)
  }
}

/** Makes a template of each kind, and holds the designs ready for the statements that multiply them. */
async function putDesigns(
  client: pg.Client,
  organizationId: number,
  designs: readonly Design[],
  images: ReadonlyMap<string, string>,
): Promise<void> {
  const made = new Map<string, { id: number; attributes: Map<string, number> }>()
  for (const kind of kinds) {
    const sizes = kind.sizes ? ['Size'] : []
    const {
      rows: [template],
    } = await client.query<{ id: number }>(
      `insert into product_templates (organization_id, name, details, tags, variations, size_and_weight, configuration) values ($1, $2, $3, $4, $5, $6, '{}') returning id`,
      [
        organizationId,
        kind.name,
        kind.details,
        [kind.productType.toLowerCase()],
        sizes,
        JSON.stringify({
          weight: kind.weight,
          weightUnit: 'lb',
          sizeUnit: 'in',
          width: null,
          length: null,
          height: null,
        }),
      ],
    )
    const id = Number(template?.id)
    const { rows } = await client.query<{ id: number; name: string }>(
      `insert into template_attributes (organization_id, template_id, name, type, default_value, index, "constraint", options)
       select $1, $2, name, type, "defaultValue", index, "constraint", array(select jsonb_array_elements_text(options))
       from jsonb_to_recordset($3::jsonb) as a(name text, type text, "defaultValue" text, index int, "constraint" text, options jsonb) returning id, name`,
      [organizationId, id, JSON.stringify(templateAttributes(kind))],
    )
    made.set(kind.id, { id, attributes: new Map(rows.map((row) => [row.name, Number(row.id)])) })
  }
  await client.query(fill.makeDesigns)
  await client.query(fill.insertDesigns, [
    JSON.stringify(designs.map((design, at) => designRow(design, at, made, images))),
  ])
}

function designRow(
  design: Design,
  at: number,
  made: ReadonlyMap<string, { id: number; attributes: ReadonlyMap<string, number> }>,
  images: ReadonlyMap<string, string>,
) {
  const template = made.get(design.kindId)
  const idOf = (name: string) => template?.attributes.get(name) ?? null
  const url = images.get(pictureOf(design))
  return {
    ...design,
    at,
    template_id: template?.id,
    edition_id: idOf(EDITION),
    size_id: idOf('Size'),
    images: url && at % 3 > 0 ? [{ url, source: 'cloudinary' }] : [],
    attributes: design.attributes.map((a) => ({
      ...a,
      templateAttributeId: idOf(a.name),
      overrideDynamicMapping: false,
      source: 'user',
    })),
  }
}

const pictureOf = ({ kindId, color }: Design) => `${kindId} ${color}`

/** One small picture of each kind in each colour, shared by all its products. @returns addresses */
async function drawPictures(
  services: Services,
  organizationId: number,
  designs: readonly Design[],
): Promise<Map<string, string>> {
  const pictured = [...new Map(designs.map((design) => [pictureOf(design), design])).entries()]
  return new Map(
    await inLanes(pictured, 2, async ([name, { kindId, color }]): Promise<[string, string]> => {
      const bytes = await sharp(Buffer.from(draw(kindId, color)))
        .resize(PICTURE_PIXELS)
        .jpeg({ quality: 80 })
        .toBuffer()
      const file = await keepPicture(services, String(organizationId), {
        bytes,
        extension: 'jpg',
        width: PICTURE_PIXELS,
        height: PICTURE_PIXELS,
      })
      return [name, `${services.config.publicUrl}/media/${organizationId}/${file}`]
    }),
  )
}

/** Two channels on which products seem to be live; disconnected, so that nothing is ever sent. @returns their ids: eBay's, Shopify's */
async function makeIntegrations(client: pg.Client, organizationId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into integrations (organization_id, channel, status, settings) values ($1, 'ebay', 'unauthenticated', '{}'), ($1, 'shopify', 'unauthenticated', '{}') returning id`,
    [organizationId],
  )
  return rows.map(({ id }) => Number(id))
}

/** Where no product is kept yet, nobody misses the indexes until they are made again, in the same transaction. @returns what makes them */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const {
    rows: [known],
  } = await client.query<{ any: boolean }>('select exists (select from products) as any')
  if (known?.any) return []
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.schemaname = 'public' and i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [rebuilt],
  )
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`)
  return rows.map(({ definition }) => definition)
}
