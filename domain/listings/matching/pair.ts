import { skuKey } from './match.ts'

/** What can be bought of a listing there, or of a product here. */
export interface Part {
  sku: string
  barcode: string
  /** Of a variation; '' of what is sold in one form. */
  name: string
}

/**
 * Which of our SKUs each SKU of a listing is: as somebody chose; else the same one; else one that is the same but for case or blanks, that has the
 * same barcode, or is called the same; and where both have one form, that. What has no SKU there cannot be known again.
 * @param chosen their SKU → ours
 * @returns their SKU → ours, each of ours once
 */
export function pairParts(
  theirs: readonly Part[],
  ours: readonly Part[],
  chosen: Readonly<Record<string, string>> = {},
): Map<string, string> {
  const pairs = new Map<string, string>()
  const left = new Map(ours.map((part) => [part.sku, part]))
  const pair = (find: (part: Part) => Part[]) => {
    for (const part of theirs) {
      if (!part.sku || pairs.has(part.sku)) continue
      const [match, another] = find(part)
      // Of two that fit nobody knows which is meant.
      if (!match || another) continue
      pairs.set(part.sku, match.sku)
      left.delete(match.sku)
    }
  }
  const among = (fits: (part: Part, own: Part) => boolean) =>
    pair((part) => [...left.values()].filter((own) => fits(part, own)))
  among((part, own) => Object.hasOwn(chosen, part.sku) && chosen[part.sku] === own.sku)
  among((part, own) => part.sku === own.sku)
  among((part, own) => skuKey(part.sku) === skuKey(own.sku))
  among((part, own) => part.barcode !== '' && part.barcode === own.barcode)
  among((part, own) => part.name !== '' && skuKey(part.name) === skuKey(own.name))
  if (theirs.length === 1 && ours.length === 1) among(() => true)
  return pairs
}
