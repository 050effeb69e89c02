export interface NumberLimits {
  min?: number
  max?: number
  /** 2 for money, 0 for a quantity. */
  decimals: number
}

/** What may stand in a number field while typing: digits and one decimal point; no sign, no exponent (ORD-242..ORD-244). */
export function cleanNumber(typed: string, decimals: number): string {
  const europeanDecimals = decimals > 0 && /^\s*\d+,\d{1,2}\s*$/.test(typed)
  const kept = (europeanDecimals ? typed.replace(',', '.') : typed).replace(
    decimals > 0 ? /[^\d.]/g : /[^\d.]|\..*$/g,
    '',
  )
  const at = kept.indexOf('.')
  return at < 0 ? kept : kept.slice(0, at + 1) + kept.slice(at + 1).replaceAll('.', '')
}

/** The number a field holds once it is left: clamped and rounded; null when blank (ORD-246..ORD-248). */
export function settleNumber(typed: string, { min = 0, max, decimals }: NumberLimits): number | null {
  const value = Number(typed)
  if (!typed.trim() || !Number.isFinite(value)) return null
  const rounded = Math.round((value + Number.EPSILON) * 10 ** decimals) / 10 ** decimals
  return Math.min(Math.max(rounded, min), max ?? Number.POSITIVE_INFINITY)
}

export const showNumber = (value: number | null | undefined, decimals: number): string =>
  value === null || value === undefined ? '' : value.toFixed(decimals)
