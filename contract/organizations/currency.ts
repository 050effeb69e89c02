import { z } from 'zod'

/** ISO 4217. */
export const Currency = z
  .string()
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'Choose a currency.')
