import { type Doubt, doubtNames } from '#contract/adopting/names.ts'

/*
 * Whether a listing that stands on a channel is a product of ours. A SKU that is the same, with nothing against it, is certain;
 * everything else is somebody's to decide, with the reasons in words.
 */

export interface Coded {
  sku: string
  /** Digits; '' where none is known. */
  barcode: string
}
export interface Theirs {
  title: string
  /** Whether buyers can have it, or could with one piece more. */
  onSale: boolean
  /** What can be bought of it, each by itself. */
  variants: readonly Coded[]
}
export interface Ours {
  productId: number
  title: string
  variants: readonly Coded[]
}

export interface Match {
  certainty: 'certain' | 'doubtful' | 'none'
  doubts: Doubt[]
  /** Products that it may be, the likeliest first. */
  products: number[]
}
export interface Surroundings {
  /** Whether another listing of the channel has one of its SKUs, too. */
  repeated: boolean
  /** Whether a product is linked to another listing there already. */
  isTaken(productId: number): boolean
}

/** SKUs that people take for the same. */
export const skuKey = (sku: string) => sku.trim().toLowerCase()

/** What a listing is, by all products that share a SKU, a barcode or the title with it. */
export function matchListing(theirs: Theirs, ours: readonly Ours[], { repeated, isTaken }: Surroundings): Match {
  const fits = ours
    .map((product) => ({ product, ...compare(theirs, product) }))
    .filter(({ same, almost, barcodes, title }) => same + almost + barcodes > 0 || title === 'same')
    .sort(
      (a, b) =>
        b.same - a.same ||
        b.almost - a.almost ||
        b.barcodes - a.barcodes ||
        Number(b.title === 'same') - Number(a.title === 'same') ||
        a.product.productId - b.product.productId,
    )
  const [best] = fits
  if (!best) return { certainty: 'none', doubts: [], products: [] }
  const against: Record<Doubt, boolean> = {
    twoListings: repeated,
    taken: isTaken(best.product.productId),
    severalFit: fits.filter(({ same }) => same > 0).length > 1,
    otherBarcode: best.otherBarcode,
    otherTitle: best.same > 0 && best.title === 'other',
    missingHere: best.same > 0 && best.same < theirs.variants.length,
    missingThere: best.same > 0 && best.same < best.product.variants.length,
    skuAlmost: best.same === 0 && best.almost > 0,
    barcodeOnly: best.same + best.almost === 0 && best.barcodes > 0,
    titleOnly: best.same + best.almost + best.barcodes === 0,
    notOnSale: !theirs.onSale,
  }
  const doubts = doubtNames.filter((doubt) => against[doubt])
  return {
    certainty: doubts.length > 0 ? 'doubtful' : 'certain',
    doubts,
    products: fits.map(({ product }) => product.productId),
  }
}

function compare(theirs: Theirs, ours: Ours) {
  const own = new Map(ours.variants.map((variant) => [variant.sku, variant]))
  const keys = new Set(ours.variants.map(({ sku }) => skuKey(sku)))
  const codes = new Set(ours.variants.flatMap(({ barcode }) => barcode || []))
  const same = new Set(theirs.variants.flatMap(({ sku }) => (own.has(sku) ? [sku] : [])))
  return {
    same: same.size,
    almost: theirs.variants.filter(({ sku }) => sku && !own.has(sku) && keys.has(skuKey(sku))).length,
    barcodes: theirs.variants.filter(({ barcode }) => codes.has(barcode)).length,
    otherBarcode: theirs.variants.some(({ sku, barcode }) => {
      const known = own.get(sku)?.barcode
      return !!known && !!barcode && known !== barcode
    }),
    title: titles(theirs.title, ours.title),
  }
}

const words = (title: string) => new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** Half of the words of the shorter title in the other one are enough to speak of the same thing. */
export function titles(a: string, b: string): 'same' | 'alike' | 'other' {
  const [first, two] = [words(a), words(b)]
  const shared = [...first].filter((word) => two.has(word)).length
  if (shared > 0 && shared === first.size && shared === two.size) return 'same'
  return shared > 0 && shared * 2 >= Math.min(first.size, two.size) ? 'alike' : 'other'
}
