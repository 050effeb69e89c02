import { z } from 'zod'

/** Asked for once: to list them takes longer than to read a rate, of which a request may hold thousands. */
const currencies = new Set(Intl.supportedValuesOf('currency'))

/** ISO 4217. */
export const Currency = z
  .string()
  .max(3, 'Choose a currency.')
  .refine((code) => currencies.has(code), 'Choose a currency.')
