import { z } from 'zod'
import { dayMs, FAR_DATE, isNear, NO_DATE } from '../dates.ts'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { Currency } from './currency.ts'
import { Ok, pageOf, pageQuery, WithoutRate } from '../shapes.ts'

const ASK_RATE = 'Enter a rate like 1.0842: above 0, below 1,000,000, with at most 10 decimals.'
/** What one unit of a currency is in the organization's. Text, as a float would not be the number that was entered. */
export const Rate = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,10})?$/, ASK_RATE)
  .refine((rate) => Number(rate) > 0, ASK_RATE)

/** A day like 2026-11-21. */
export const RateDay = z
  .string()
  .max(10, NO_DATE)
  .superRefine((text, c) => {
    const at = dayMs(text)
    if (Number.isNaN(at)) c.addIssue({ code: 'custom', message: NO_DATE })
    else if (!isNear(at)) c.addIssue({ code: 'custom', message: FAR_DATE })
  })

/** A rate holds from its day on, until that of the next. */
export const ExchangeRate = z.object({ currency: Currency, day: RateDay, rate: Rate })
export type ExchangeRate = z.output<typeof ExchangeRate>

export const MOST_RATES_AT_ONCE = 5000
/** So many rates an organization has at most: seven currencies, day by day over thirty years. */
export const MOST_RATES = 80_000

export const listRates = endpoint({
  method: 'GET',
  path: '/exchangeRates',
  summary: 'List exchange rates and orders without one',
  needs: 'organization:read',
  query: z.object({ ...pageQuery, currency: z.string().trim().optional() }),
  reply: pageOf(ExchangeRate).extend({
    /** The organization's currency, in which the rates are told. */
    into: z.string(),
    /** With rates, or of orders. */
    currencies: z.array(z.string()),
    /** Of orders of all time, each with the day of the first. */
    withoutRate: z.array(WithoutRate.extend({ since: z.string() })),
  }),
})
/** A rate that stands there takes the place of the one before. */
export const saveRates = endpoint({
  method: 'POST',
  path: '/exchangeRates',
  summary: 'Add or change exchange rates',
  needs: 'organization:write',
  bodyBytes: MEGABYTE,
  body: z.object({
    /** The organization's currency as the sender knows it: rates into another would be wrong. */
    into: Currency,
    rates: z
      .array(ExchangeRate)
      .min(1, 'Enter at least one rate.')
      .max(MOST_RATES_AT_ONCE, `At most ${MOST_RATES_AT_ONCE} rates at once.`),
  }),
  reply: z.object({ saved: z.number().int() }),
  errors: ['invalid_input'],
  changes: ['orders', 'organization'],
})
export const deleteRate = endpoint({
  method: 'POST',
  path: '/exchangeRates/delete',
  summary: 'Delete a day’s exchange rate',
  needs: 'organization:write',
  body: z.object({ currency: Currency, day: RateDay }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['orders', 'organization'],
})
