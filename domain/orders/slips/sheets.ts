import type { SlipPaper } from '#contract/orders/slips.ts'

/** A sheet of paper in millimetres. */
interface Sheet {
  name: string
  /** As a page of CSS is sized. @see https://developer.mozilla.org/docs/Web/CSS/@page/size */
  css: string
  width: number
  height: number
  margin: number
}
const INCH = 25.4

/** What browser and PDF print slips on. */
export const sheets: Record<SlipPaper, Sheet> = {
  a4: { name: 'A4', css: 'A4', width: 210, height: 297, margin: 12 },
  letter: { name: 'Letter', css: 'letter', width: 8.5 * INCH, height: 11 * INCH, margin: 12 },
  label: { name: '4 × 6 in', css: '4in 6in', width: 4 * INCH, height: 6 * INCH, margin: 4 },
  a6: { name: 'A6', css: '105mm 148mm', width: 105, height: 148, margin: 4 },
}
/** In millimetres: the bars of a code, and the most that a logo takes. */
export const slipParts = { bars: { width: 42, height: 7 }, logo: { width: 42, height: 12 } }

/** Lines of a return address that a slip shows at most. */
export const MOST_RETURN_LINES = 6
export const returnLines = (address: string): string[] =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, MOST_RETURN_LINES)
