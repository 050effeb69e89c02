import { z } from 'zod'
import type { ToldQuota } from '../call.ts'
import { readAs } from '../kit/read.ts'
import type { EbayConnection } from './calls.ts'
import { ebayLimits } from './listings/check.ts'
import { errorOfAnswer } from './errors.ts'
import { appToken } from './notices.ts'

// @see https://developer.ebay.com/api-docs/developer/analytics/resources/rate_limit/methods/getRateLimits read 2026-11-22
const RateLimits = z.object({
  rateLimits: z
    .array(
      z.object({
        apiName: z.string(),
        resources: z
          .array(
            z.object({
              rates: z
                .array(
                  z.object({
                    limit: z.number().int(),
                    remaining: z.number().int(),
                    reset: z.iso.datetime(),
                    timeWindow: z.number(),
                  }),
                )
                .default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})

/** How many calls eBay allows the operator's app, and how many of them are used: it may allow more than it publishes. */
export async function rateLimits(c: EbayConnection): Promise<ToldQuota[]> {
  const answer = await c.http({
    method: 'GET',
    url: `${c.origins.api}/developer/analytics/v1_beta/rate_limit/`,
    headers: {
      authorization: `Bearer ${await appToken({ http: c.http, origins: c.origins, ...c.app })}`,
      'accept-language': 'en-US',
    },
    lane: 'analytics',
  })
  // Nothing was called yet.
  if (answer.status === 204) return []
  if (answer.status !== 200) throw errorOfAnswer(answer, false)
  const { rateLimits: apis } = readAs('eBay', RateLimits, answer.body)
  return ebayLimits.quotas.flatMap((quota) => {
    const rates = apis
      .filter(({ apiName }) => apiName.toLowerCase() === quota.lane)
      .flatMap(({ resources }) => resources.flatMap((resource) => resource.rates))
      .filter(({ timeWindow }) => timeWindow === quota.seconds)
      // Where eBay counts several resources of one API, the one that ends first counts.
      .sort((a, b) => a.remaining - b.remaining)
    return rates.slice(0, 1).map(({ limit, remaining, reset }) => ({
      quota,
      calls: limit,
      used: Math.max(0, limit - remaining),
      resetAt: new Date(reset),
    }))
  })
}
