/** A price as it is to be, as a decimal amount. */
export interface Priced {
  sku: string
  price: number
  /** 0 where it is not known. */
  cost: number
  /** The price until now; 0 or left out where there was none. */
  was?: number
}

/** What speaks against a price, which may be meant all the same: whoever publishes it is asked first. */
export interface Doubt {
  sku: string
  title: string
  sentence: string
  /** The price that was more likely meant. */
  instead?: number
  /** So many times it is off; a price of nothing is so without end. */
  off: number
}

/** The worst first. */
export const worstFirst = (doubts: readonly Doubt[]): Doubt[] => doubts.toSorted((a, b) => b.off - a.off)

/** A price that is so many times the last one, or so small a part of it, is asked about. */
const FAR = 5
/** What a slipped decimal sign does to a price. */
const slips = [10, 100, 1000, 0.1, 0.01, 0.001]
/** A price that was meant lies so near to what it is compared with. */
const NEAR = 4

/** Writes an amount as people read it. */
type Say = (amount: number) => string
const times = (n: number) => n.toLocaleString('en-US', { maximumFractionDigits: n < FAR * 2 ? 1 : 0 })
const cents = (n: number) => Math.round(n * 100) / 100
const meant = (price: number, fits: (other: number) => boolean) => slips.map((by) => cents(price * by)).find(fits)

/** A price of nothing, under its cost, or far from the last one; undefined where nothing speaks against it. */
export function priceDoubt({ sku, price, cost, was = 0 }: Priced, say: Say): Doubt | undefined {
  if (!(price >= 0)) return undefined
  if (price === 0) {
    return was > 0
      ? {
          sku,
          title: 'Price is 0',
          sentence: `${sku} would be free. Its last price was ${say(was)}.`,
          off: Number.POSITIVE_INFINITY,
        }
      : undefined
  }
  if (cost > 0 && price < cost) {
    const tenfold = cents(price * 10)
    return describeDoubt(
      say,
      sku,
      'Price is below cost',
      `${say(price)} is below the cost of ${sku} (${say(cost)}).`,
      cost / price,
      tenfold >= cost && tenfold <= cost * NEAR ? tenfold : undefined,
    )
  }
  if (was > 0 && (price >= was * FAR || price * FAR <= was)) {
    const part = price > was ? `${times(price / was)} times` : `a ${times(was / price)}th of`
    return describeDoubt(
      say,
      sku,
      'Price is far from the last one',
      `${say(price)} is ${part} the last price of ${sku} (${say(was)}).`,
      Math.max(price / was, was / price),
      meant(price, (other) => other * NEAR > was && other < was * NEAR && other >= cost),
    )
  }
  return undefined
}

const describeDoubt = (
  say: Say,
  sku: string,
  title: string,
  sentence: string,
  off: number,
  instead: number | undefined,
): Doubt => ({
  sku,
  title,
  sentence: instead === undefined ? sentence : `${sentence} Did you mean ${say(instead)}?`,
  ...(instead === undefined ? {} : { instead }),
  off,
})

interface Sold {
  sku: string
  price: number | null
  cost: number | null
}
/** A product and its variations, which take from it what they leave blank. */
export interface SoldAs {
  sku: string
  price: number | null
  cost: number | null
  variations: readonly (Sold & { id?: number })[]
}

/** Each price at which a product is sold: its own, or those of its variations. */
const pricesOf = ({ sku, price, cost, variations }: SoldAs) =>
  variations.length === 0
    ? [{ id: 0, sku, price: price ?? 0, cost: cost ?? 0 }]
    : variations.map((v) => ({ id: v.id, sku: v.sku, price: v.price ?? price ?? 0, cost: v.cost ?? cost ?? 0 }))

/**
 * What speaks against the prices of a product.
 * @param before as it was kept: prices and costs that did not change are not asked about again; left out, all are looked at
 */
export function priceDoubts(now: SoldAs, say: Say, before?: SoldAs): Doubt[] {
  const last = new Map(before && pricesOf(before).map((priced) => [priced.id, priced]))
  return pricesOf(now).flatMap(({ id, ...priced }) => {
    const was = id === undefined ? undefined : last.get(id)
    if (was && was.price === priced.price && was.cost === priced.cost) return []
    return priceDoubt({ ...priced, was: was?.price ?? 0 }, say) ?? []
  })
}
