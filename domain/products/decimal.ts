/** An exact decimal number: digits / 10^scale. */
export interface Decimal {
  digits: bigint
  scale: number
}

const written = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/** Null where a text is no number. A number is read as it is written, so that 1.1 is eleven tenths. */
export function decimal(value: string | number): Decimal | null {
  const [, sign, whole = '', part = '', exponent = '0'] = written.exec(String(value).trim()) ?? []
  if (sign === undefined || whole + part === '') return null
  const scale = part.length - Number(exponent)
  const digits = BigInt(sign + whole + part) * (scale < 0 ? 10n ** BigInt(-scale) : 1n)
  return { digits, scale: Math.max(0, scale) }
}

const grow = ({ digits, scale }: Decimal, to: number) => digits * 10n ** BigInt(to - scale)

export const plus = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  return { digits: grow(a, scale) + grow(b, scale), scale }
}
export const negative = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale })
export const times = (a: Decimal, b: Decimal): Decimal => ({ digits: a.digits * b.digits, scale: a.scale + b.scale })

export const isWhole = ({ digits, scale }: Decimal) => digits % 10n ** BigInt(scale) === 0n

export type Direction = 'nearest' | 'up' | 'down'

/** Halves go away from zero. */
function divided(n: bigint, by: bigint, direction: Direction): bigint {
  const [quotient, rest] = [n / by, n % by]
  if (rest === 0n) return quotient
  const away = n < 0n ? -1n : 1n
  if (direction === 'nearest') return (rest < 0n ? -rest : rest) * 2n >= by ? quotient + away : quotient
  return (direction === 'up') === n > 0n ? quotient + away : quotient
}

/** The multiple of a positive `step` that is nearest, or the next one. */
export function toMultiple(value: Decimal, step: Decimal, direction: Direction): Decimal {
  const scale = Math.max(value.scale, step.scale)
  const unit = grow(step, scale)
  return { digits: divided(grow(value, scale), unit, direction) * unit, scale }
}

/** As a whole number of 10^-places: cents for 2. */
export const inUnits = (value: Decimal, places: number): number =>
  Number(
    value.scale <= places ? grow(value, places) : divided(value.digits, 10n ** BigInt(value.scale - places), 'nearest'),
  )
