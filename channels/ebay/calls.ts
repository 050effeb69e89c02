import type { z } from 'zod'
import type { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import type { HttpAnswer, HttpCall } from '../call.ts'
import { ChannelError } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { readAs } from '../kit/read.ts'
import { errorOfAnswer } from './errors.ts'
import { marketplaceOf } from './listings/marketplaces.ts'
import { signatureHeaders } from './signing/signature.ts'

export type EbayConnection = Connection<EbaySettings>

interface Ask {
  method: HttpCall['method']
  /** Begins with `/sell/…` or `/commerce/…`. */
  path: string
  query?: Record<string, string>
  json?: unknown
  multipart?: HttpCall['multipart']
  reads?: true
  origin?: 'api' | 'apiz'
  /** Sellers of the EU and the UK have to sign it; of others eBay ignores the signature. */
  signed?: true
}

/**
 * Accept-Language always: fetch would send `*`, which the Inventory API refuses (25709). The language of writes is the site's: eBay refuses another one
 * there. Of a marketplace in two languages, eBay tells by these headers which of them is meant, also where policies are read.
 * @see getItemConditionPolicies (Metadata API 1.13.0) and getPaymentPolicies (Account API 1.9.3), read 2026-11-29
 */
function headersOf(c: EbayConnection, write: boolean) {
  const { id, language, siblings } = marketplaceOf(c.settings.marketplaceId)
  const isOfTwo = siblings.length > 0
  return {
    authorization: `Bearer ${c.accessToken}`,
    'accept-language': isOfTwo ? language : 'en-US',
    'x-ebay-c-marketplace-id': id,
    ...((write || isOfTwo) && { 'content-language': language }),
  }
}

/** One request; any status is an answer. */
export async function ask(
  c: EbayConnection,
  { method, path, query, json, multipart, reads, origin = 'api', signed }: Ask,
): Promise<HttpAnswer> {
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const url = `${c.origins[origin]}${path}${search}`
  // publish and withdraw without a body are refused at eBay's edge (411)
  const body = multipart ? { multipart } : method === 'POST' || method === 'PUT' ? { json: json ?? {} } : {}
  return c.http({
    method,
    url,
    // `/sell/inventory/v1/…` → `inventory`: eBay counts a day's calls by API
    lane: path.split('/')[2],
    ...(reads && { reads }),
    ...(signed
      ? await signedParts(c, { method, url, json: json ?? {} })
      : { headers: headersOf(c, method !== 'GET'), ...body }),
  })
}

/** Its text goes as it was signed. */
async function signedParts(c: EbayConnection, { method, url, json }: Pick<HttpCall, 'method' | 'url' | 'json'>) {
  const key = await c.signingKey?.()
  const text = json === undefined ? '' : JSON.stringify(json)
  const created = Math.floor(c.now().getTime() / 1000)
  return {
    headers: {
      ...headersOf(c, method !== 'GET'),
      ...(text && { 'content-type': 'application/json' }),
      ...(key && signatureHeaders({ method, url, body: text, created }, key)),
    },
    ...(text && { text }),
  }
}

export const succeeded = (answer: HttpAnswer) => answer.status >= 200 && answer.status < 300

/** @throws ChannelError unless the answer is a success of the known shape */
export async function get<S extends z.ZodType>(
  c: EbayConnection,
  shape: S,
  path: string,
  query?: Record<string, string>,
  origin?: Ask['origin'],
): Promise<z.output<S>> {
  const answer = await ask(c, { method: 'GET', path, query, origin })
  if (!succeeded(answer)) throw errorOfAnswer(answer, false)
  return readAs('eBay', shape, answer.body)
}

/** As `get`, null where eBay says that there is none. */
export async function find<S extends z.ZodType>(
  c: EbayConnection,
  shape: S,
  path: string,
  query?: Record<string, string>,
): Promise<z.output<S> | null> {
  try {
    return await get(c, shape, path, query)
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'not_found') return null
    throw error
  }
}

/** A write whose answer nobody needs. @throws ChannelError unless eBay accepted it */
export async function send(c: EbayConnection, what: Ask, aspects?: readonly string[]): Promise<HttpAnswer> {
  const answer = await ask(c, what)
  if (!succeeded(answer)) throw errorOfAnswer(answer, true, aspects)
  return answer
}

export const inventory = (path: string) => `/sell/inventory/v1${path}`
export const itemPath = (sku: string) => inventory(`/inventory_item/${encodeURIComponent(sku)}`)
export const offerPath = (offerId: string) => inventory(`/offer/${encodeURIComponent(offerId)}`)
export const groupPath = (key: string) => inventory(`/inventory_item_group/${encodeURIComponent(key)}`)
