import { decimalSignOf } from '#domain/numbers/read.ts'
import { once } from '../format.ts'

/** The sign before decimals in the language of this browser. Found when first asked for: a page without numbers does not wait for it. */
export const decimalSign = once(() => decimalSignOf(navigator.language))
