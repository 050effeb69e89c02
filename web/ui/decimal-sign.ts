import { decimalSignOf } from '#domain/numbers/read.ts'

/** The sign before decimals in the language of this browser. */
export const decimalSign = decimalSignOf(navigator.language)
