import type { HandlerReply } from '#contract/endpoint.ts'
import type { skuPrefixes } from '#contract/products/products.ts'
import { DEFAULT_PREFIX, numberedSku, randomSku, splitSku } from '#domain/products/skus/sku.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import * as queries from './queries.ts'
import { get } from './record.ts'
import { create } from './service.ts'
import { productsBySku } from './write/read.ts'

type Option = HandlerReply<typeof skuPrefixes>[number]

/** Prefixes are found among so many of the newest SKUs: enough to know a seller's habits, and quick at any size. */
const LOOKED_AT = 10_000
const OFFERED = 20
/** A seller may number by hand at the same moment: so many numbers are tried before a random code. */
const TRIES = 3

/** The prefixes in use, the most used first. */
function prefixes(skus: readonly string[], type: Option['type']): Option[] {
  const options = new Map<string, Option>()
  for (const sku of skus) {
    const parts = splitSku(sku)
    if (!parts || parts.prefix === '') continue
    const { prefix, number } = parts
    const option = options.get(prefix) ?? { type, prefix, maxValue: 0, maxLength: 0, count: 0 }
    options.set(prefix, {
      ...option,
      maxValue: Math.max(option.maxValue, number),
      maxLength: Math.max(option.maxLength, sku.length - prefix.length),
      count: option.count + 1,
    })
  }
  return [...options.values()]
    .toSorted((a, b) => b.count - a.count || a.prefix.localeCompare(b.prefix))
    .slice(0, OFFERED)
}

/** Prefixes for a new SKU: those of the template, of the whole inventory, and our own where it is not among them. */
export async function listPrefixes(ctx: Ctx, templateId: number | undefined): Promise<Option[]> {
  const inventory = prefixes(await queries.newestSkus(ctx, undefined, LOOKED_AT), 'inventory')
  const template =
    templateId === undefined ? [] : prefixes(await queries.newestSkus(ctx, templateId, LOOKED_AT), 'template')
  const own = inventory.some((o) => o.prefix === DEFAULT_PREFIX)
    ? []
    : [{ type: 'custom' as const, prefix: DEFAULT_PREFIX, maxValue: 0, maxLength: 0, count: 0 }]
  return [...template, ...inventory, ...own]
}

/**
 * A copy of a product; its stock begins at 0, because no piece was copied.
 * @param chosen its SKU; left out, the next of the original's prefix, or a random one
 * @throws not_found, sku_taken
 */
export async function duplicate(ctx: Ctx, id: number, chosen?: string): Promise<{ id: number }> {
  const original = await get(ctx, id)
  if (chosen !== undefined) return copyAs(ctx, original, chosen)
  for (const sku of await candidates(ctx, original.sku)) {
    try {
      return await copyAs(ctx, original, sku)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'sku_taken') throw error
    }
  }
  throw new AppError('sku_taken', 'No free SKU was found for the copy. Try again.')
}

type Original = Awaited<ReturnType<typeof get>>

function copyAs(ctx: Ctx, original: Original, sku: string): Promise<{ id: number }> {
  const { id: _, variations, quantity: __, sold: ___, ...product } = original
  const copies = variations.map((v, n) => ({
    ...v,
    id: undefined,
    sku: v.sku.startsWith(product.sku) ? sku + v.sku.slice(product.sku.length) : `${sku}-${n + 1}`,
    quantity: 0,
    price: v.price ?? undefined,
    cost: v.cost ?? undefined,
  }))
  return create(ctx, { ...product, sku, quantity: 0, sold: 0, variations: copies })
}

/** The SKU that a copy would get: free now, though somebody else may take it. @throws not_found */
export async function freeSku(ctx: Ctx, id: number): Promise<string> {
  const { sku } = await get(ctx, id)
  const offered = await candidates(ctx, sku)
  const owners = await productsBySku(ctx, offered)
  return offered.find((candidate) => !owners.has(candidate)) ?? randomSku(() => ctx.services.clock.random())
}

async function candidates(ctx: Ctx, sku: string): Promise<string[]> {
  const parts = splitSku(sku)
  const code = () => randomSku(() => ctx.services.clock.random())
  if (!parts || parts.prefix === '') return [code(), code()]
  const option = prefixes(await queries.newestSkus(ctx, undefined, LOOKED_AT), 'inventory').find(
    (o) => o.prefix === parts.prefix,
  )
  const next = Math.max(option?.maxValue ?? 0, parts.number) + 1
  return [...Array.from({ length: TRIES }, (_, n) => numberedSku(next + n, parts.prefix)), code()]
}
