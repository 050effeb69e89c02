import { sql } from 'kysely'
import type { ChannelProduct } from '#channels/product.ts'
import { picked } from '#contract/products/fields.ts'
import type { Ctx } from '../../context.ts'
import { storable } from '../../db/storable.ts'
import type { FoundContent } from '../../db/tables/adopting.ts'

/** Keeps a page of what stands there, and where to go on. Read twice, it is kept once; of a run that is over, not at all. */
export async function keepPage(
  ctx: Ctx,
  integrationId: number,
  run: number,
  page: readonly ChannelProduct[],
  next: string | undefined,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('catalogueReads')
    .set((e) => ({ cursor: next ?? null, tries: 0, problem: '', listings: e('listings', '+', page.length) }))
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('run', '=', run)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await keepFound(ctx, integrationId, run, once(page))
}

/** What a channel names twice on a page is one listing, as it was named last. */
const once = (page: readonly ChannelProduct[]) => [
  ...new Map(storable(page).map((product) => [product.externalId, product])).values(),
]

const keepFound = (ctx: Ctx, integrationId: number, run: number, page: readonly ChannelProduct[]) =>
  sql`
  insert into found_listings as f (organization_id, integration_id, external_id, run, title, url, image, state, currency, skus, variants, data, content)
  select ${ctx.organizationId}, ${integrationId}, r.external_id, ${run}, r.title, r.url, r.image, r.state, r.currency, r.skus, r.variants, r.data, r.content
  from jsonb_to_recordset(${JSON.stringify(page.map(stored))}::jsonb) as r(external_id text, title text, url text, image text, state text, currency text, skus text[], variants jsonb, data jsonb, content jsonb)
  order by r.external_id
  on conflict (organization_id, integration_id, external_id) do update set run = excluded.run, title = excluded.title, url = excluded.url, image = excluded.image,
    state = excluded.state, currency = excluded.currency, skus = excluded.skus, variants = excluded.variants, data = excluded.data, content = excluded.content, problem = ''`.execute(
    ctx.db,
  )

const contents = [
  'description',
  'images',
  'category',
  'brand',
  'condition',
  'tags',
  'attributes',
  'sizeAndWeight',
] as const satisfies readonly (keyof FoundContent)[]

const stored = (product: ChannelProduct) => ({
  ...picked(product, ['title', 'url', 'state', 'currency', 'variants', 'data']),
  external_id: product.externalId,
  image: product.images[0] ?? product.variants.find(({ image }) => image)?.image ?? '',
  skus: [...new Set(product.variants.flatMap(({ sku }) => sku || []))],
  content: picked(product, contents),
})
