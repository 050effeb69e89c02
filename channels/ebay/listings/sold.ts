import { z } from 'zod'
import { ChannelError } from '../../channel.ts'
import { toMinor } from '../../kit/money.ts'
import { readAs } from '../../kit/read.ts'
import type { Sold, SoldWanted } from '../../product.ts'
import { type EbayConnection, get, succeeded } from '../calls.ts'
import { errorOfAnswer } from '../errors.ts'
import { Suggestions, tree } from '../lookups.ts'
import { marketplaceOf } from './marketplaces.ts'
import { appToken } from '../notices.ts'

/*
 * Marketplace Insights: what everybody's buyers paid. eBay gives it to few apps ("Limited Release"), and to the app, not to a seller.
 * @see https://developer.ebay.com/api-docs/buy/marketplace-insights/resources/item_sales/methods/search read 2026-11-23
 */
const scope = 'https://api.ebay.com/oauth/api_scope/buy.marketplace.insights'
const PAGE = 200
/** Enough for buckets, and a handful of calls. */
const MOST = 1000
const MOST_WORDS = 12

const Sales = z.object({
  total: z.number().int().default(0),
  itemSales: z
    .array(z.object({ lastSoldPrice: z.object({ value: z.string(), currency: z.string() }).optional() }))
    .default([]),
})

/** eBay gives an app 1,000 tokens a day; one lives for two hours. */
const KEEP_MS = 3_600_000
const tokens = new Map<string, { until: number; token: Promise<string> }>()
function tokenOf(c: EbayConnection): Promise<string> {
  const id = `${c.origins.api} ${c.app.clientId}`
  const now = c.now().getTime()
  const cached = tokens.get(id)
  if (cached && cached.until > now) return cached.token
  const token = appToken({ http: c.http, origins: c.origins, ...c.app }, scope)
  tokens.set(id, { until: now + KEEP_MS, token })
  token.catch(() => tokens.delete(id))
  return token
}

/** Prices of what sold; a word apart by a comma is wanted, one apart by a blank is one of several. */
export async function sold(c: EbayConnection, { words, categoryId, attributes }: SoldWanted): Promise<Sold> {
  const { currency } = marketplaceOf(c.settings.marketplaceId)
  const searchWords = words.match(/[\p{L}\p{N}]+/gu)?.slice(0, MOST_WORDS) ?? []
  const category = categoryId ? { id: categoryId, name: '' } : await suggested(c, searchWords.join(' '))
  const nothing = { prices: [], currency, category, loosely: false }
  if (!category) return nothing
  const query = { category_ids: category.id, ...aspectFilter(category.id, attributes) }
  const ask = (q: string) => pricesOf(c, { ...query, ...(q && { q }) }, currency)
  const exactly = await ask(searchWords.join(','))
  if (exactly.length > 0 || searchWords.length < 2) return { ...nothing, prices: exactly }
  return { ...nothing, prices: await ask(searchWords.join(' ')), loosely: true }
}

async function suggested(c: EbayConnection, words: string): Promise<Sold['category']> {
  if (!words) return null
  const { categorySuggestions } = await get(c, Suggestions, await tree(c, '/get_category_suggestions'), { q: words })
  const category = categorySuggestions[0]?.category
  return category ? { id: category.categoryId, name: category.categoryName } : null
}

/** `categoryId:15724,Color:{Red}`; the signs of this notation cannot be part of a name or value. */
function aspectFilter(categoryId: string, aspects: Readonly<Record<string, string>>): Record<string, string> {
  const plain = (text: string) =>
    text
      .replaceAll(/[{}|,:]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const parts = Object.entries(aspects).flatMap(([name, value]) =>
    plain(name) && plain(value) ? [`${plain(name)}:{${plain(value)}}`] : [],
  )
  return parts.length > 0 ? { aspect_filter: [`categoryId:${categoryId}`, ...parts].join(',') } : {}
}

async function pricesOf(c: EbayConnection, query: Record<string, string>, currency: string): Promise<number[]> {
  const prices: number[] = []
  for (let offset = 0; offset < MOST; offset += PAGE) {
    const { total, itemSales } = await page(c, { ...query, limit: String(PAGE), offset: String(offset) })
    for (const { lastSoldPrice } of itemSales)
      if (lastSoldPrice?.currency === currency) prices.push(toMinor(lastSoldPrice.value, currency))
    if (itemSales.length === 0 || offset + PAGE >= total) break
  }
  return prices
}

async function page(c: EbayConnection, query: Record<string, string>) {
  const answer = await c.http({
    method: 'GET',
    url: `${c.origins.api}/buy/marketplace_insights/v1_beta/item_sales/search?${new URLSearchParams(query)}`,
    headers: {
      authorization: `Bearer ${await tokenOf(c)}`,
      'accept-language': 'en-US',
      'x-ebay-c-marketplace-id': marketplaceOf(c.settings.marketplaceId).id,
    },
    lane: 'marketplace_insights',
  })
  if (succeeded(answer)) return readAs('eBay', Sales, answer.body)
  const error = errorOfAnswer(answer, false)
  // The app's own token, not the seller's, who cannot help it by connecting anew.
  if (error.kind !== 'unauthorized') throw error
  tokens.delete(`${c.origins.api} ${c.app.clientId}`)
  throw new ChannelError('unavailable', error.message, { cause: error })
}
