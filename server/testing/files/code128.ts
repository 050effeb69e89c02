/** Widths of bars and gaps by value. Source: ISO/IEC 15417, table 1. */
const patterns =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'.split(
    ' ',
  )
const STOP = '2331112'
const sets = { 101: 'A', 100: 'B', 99: 'C', 103: 'A', 104: 'B', 105: 'C' } as const

/** What a scanner reads from bars: where each begins, and how wide it is. @throws where it would beep for an error */
export function readCode128(bars: readonly { x: number; width: number }[]): string {
  const sorted = bars.toSorted((a, b) => a.x - b.x)
  const narrow = Math.min(...sorted.map(({ width }) => width))
  const widths = sorted.flatMap(({ x, width }, at) => {
    const next = sorted[at + 1]
    return next ? [width, next.x - x - width] : [width]
  })
  const digits = widths.map((width) => Math.round(width / narrow)).join('')
  if (!digits.endsWith(STOP)) throw new Error(`no end of a Code 128: ${digits.slice(-7)}`)
  const values = digits
    .slice(0, -STOP.length)
    .match(/.{6}/g)
    ?.map((pattern) => patterns.indexOf(pattern))
  const sum = values?.pop()
  if (!values || sum === undefined || values.includes(-1)) throw new Error('no Code 128')
  if (values.reduce((all, value, at) => all + value * Math.max(1, at), 0) % 103 !== sum) throw new Error('a wrong sum')
  let set = ''
  return values
    .map((value) => {
      const other = sets[value as keyof typeof sets]
      // In set C, 99 is two digits and no change of the set.
      if (other && !(set === 'C' && value === 99)) {
        set = other
        return ''
      }
      if (set === 'C') return String(value).padStart(2, '0')
      return String.fromCharCode(set === 'A' && value > 63 ? value - 64 : value + 32)
    })
    .join('')
}
