import type { BuiltId } from '#contract/channels/names.ts'
import type { Inspect } from '../conformance/stage.ts'
import { inspectBigCommerce, isBigCommerceDescribed } from './bigcommerce.ts'
import { inspectClover, isCloverDescribed } from './clover.ts'
import { inspectEbay, isEbayDescribed } from './ebay.ts'
import { inspectEtsy, isEtsyDescribed } from './etsy.ts'
import { inspectGoogle, isGoogleDescribed } from './google.ts'
import { inspectShopify, isShopifyDescribed } from './shopify.ts'
import { inspectSquare, isSquareDescribed } from './square.ts'

/** Of each channel, whether its published description is here, and what holds calls against it. */
const published: Record<BuiltId, { isHere: boolean; inspect: (base: string) => Inspect }> = {
  bigcommerce: { isHere: isBigCommerceDescribed, inspect: inspectBigCommerce },
  clover: { isHere: isCloverDescribed, inspect: inspectClover },
  csv: { isHere: isGoogleDescribed, inspect: inspectGoogle },
  ebay: { isHere: isEbayDescribed, inspect: inspectEbay },
  etsy: { isHere: isEtsyDescribed, inspect: inspectEtsy },
  shopify: { isHere: isShopifyDescribed, inspect: inspectShopify },
  square: { isHere: isSquareDescribed, inspect: inspectSquare },
}

export const isEveryChannelDescribed = Object.values(published).every(({ isHere }) => isHere)

/** What was said with one channel, as the sandbox keeps it (`packages/sandbox/kit/host/traffic.ts`). */
export interface Said {
  channel: string
  method: string
  path: string
  headers: Record<string, string>
  json?: unknown
  form?: Record<string, string | string[]>
  parts?: Record<string, string>
  status: number
  answer: unknown
}

/** Journeys make channels fail as any server can, whether or not that is described. */
const anyServer = /^answer 5\d\d of [^:]+: the status is not described$/

/** Whether a channel's published description is here. */
export const isDescribed = (id: BuiltId): boolean => published[id].isHere

/** Holds what was said with one channel against its published description. */
export function descriptionOf(channel: BuiltId): (exchange: Said) => string[] {
  const base = `http://sandbox/${channel}`
  const inspect = published[channel].inspect(base)
  return ({ method, path, headers, json, form, parts, status, answer }) =>
    inspect(
      {
        method: method as 'GET',
        url: `${base}${path}`,
        headers,
        ...(json !== undefined && { json }),
        ...(form && { form }),
        ...(parts && { multipart: parts }),
      },
      { status, headers: {}, body: answer },
    ).filter((deviation) => !anyServer.test(deviation))
}

/** @returns what does not keep to the channels' published descriptions, each once, with the call that showed it */
export function deviations(exchanges: readonly Said[]): string[] {
  const descriptions = new Map<string, ReturnType<typeof descriptionOf>>()
  const deviationsOf = (exchange: Said) => {
    const known = descriptions.get(exchange.channel) ?? descriptionOf(exchange.channel as BuiltId)
    descriptions.set(exchange.channel, known)
    return known(exchange)
  }
  const problems = exchanges.flatMap((exchange) =>
    deviationsOf(exchange).map(
      (deviation) => `${exchange.channel}: ${deviation} (${exchange.method} ${exchange.path.split('?')[0]})`,
    ),
  )
  return [...new Set(problems)]
}
