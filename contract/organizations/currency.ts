import { z } from 'zod'

let currencies: ReadonlySet<string> | undefined
/** Lists them once, when the first is asked for: a request may hold thousands of rates, and a page that checks none has no part of this. */
const isCurrency = (code: string): boolean => (currencies ??= new Set(Intl.supportedValuesOf('currency'))).has(code)

/** ISO 4217. */
export const Currency = z.string().max(3, 'Choose a currency.').refine(isCurrency, 'Choose a currency.')
