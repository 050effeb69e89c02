import { describe, expect, it } from 'vitest'
import { doubtNames } from '#contract/adopting/names.ts'
import { matchListing, type Ours, type Theirs, titles } from './match.ts'

const alone = { repeated: false, isTaken: () => false }
const there = (...skus: string[]): Theirs => ({
  title: 'Leather neck strap',
  onSale: true,
  variants: skus.map((sku) => ({ sku, barcode: '' })),
})
const here = (productId: number, ...skus: string[]): Ours => ({
  productId,
  title: 'Leather Neck Strap, brown',
  variants: skus.map((sku) => ({ sku, barcode: '' })),
})
const coded = <T extends { variants: readonly { sku: string; barcode: string }[] }>(
  listing: T,
  barcode: string,
): T => ({
  ...listing,
  variants: listing.variants.map((variant) => ({ ...variant, barcode })),
})

describe('a listing that stands on a channel', () => {
  it.each([
    ['the same SKU', there('A'), [here(1, 'A')], [], 'certain'],
    ['a family, whole', there('A', 'B'), [here(1, 'B', 'A')], [], 'certain'],
    ['nothing of ours', there('A'), [], [], 'none'],
    ['another title', { ...there('A'), title: 'Tripod' }, [here(1, 'A')], ['otherTitle'], 'doubtful'],
    ['a part that we do not have', there('A', 'B'), [here(1, 'A')], ['missingHere'], 'doubtful'],
    ['a part that they do not have', there('A'), [here(1, 'A', 'B')], ['missingThere'], 'doubtful'],
    ['a part without a SKU', there('A', ''), [here(1, 'A')], ['missingHere'], 'doubtful'],
    ['parts of two products', there('A', 'B'), [here(1, 'A'), here(2, 'B')], ['severalFit', 'missingHere'], 'doubtful'],
    ['a SKU in another case', there('a '), [here(1, 'A')], ['skuAlmost'], 'doubtful'],
    ['a draft', { ...there('A'), onSale: false }, [here(1, 'A')], ['notOnSale'], 'doubtful'],
    ['another barcode', coded(there('A'), '111'), [coded(here(1, 'A'), '222')], ['otherBarcode'], 'doubtful'],
    ['the same barcode, no SKU', coded(there(''), '111'), [coded(here(1, 'A'), '111')], ['barcodeOnly'], 'doubtful'],
    [
      'the same title, no SKU',
      { ...there(''), title: 'leather neck strap brown' },
      [here(1, 'A')],
      ['titleOnly'],
      'doubtful',
    ],
    ['a title that is only alike', there('X'), [here(1, 'A')], [], 'none'],
  ] as const)('%s', (_, theirs, ours, reasons, match) => {
    expect(matchListing(theirs, ours, alone)).toMatchObject({ certainty: match, doubts: reasons })
  })

  it('is doubtful where two listings share its SKU, or its product is linked elsewhere', () => {
    const both = { repeated: true, isTaken: (id: number) => id === 1 }
    expect(matchListing(there('A'), [here(1, 'A')], both).doubts).toEqual(['twoListings', 'taken'])
  })

  it('names the likeliest product first: by SKU, then by barcode, then by title', () => {
    const ours = [
      { ...here(1, 'X'), title: 'Leather neck strap' },
      coded(here(2, 'Y'), '7'),
      here(3, 'A'),
      here(4, 'Q'),
    ]
    expect(matchListing(coded(there('A'), '7'), ours, alone).products).toEqual([3, 2, 1])
  })
})

/** Numbers that only look like chance, so that a failure comes again. */
const dice = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

describe('over random shops', () => {
  const names = ['A', 'a', 'B', 'C', '', 'D']
  const random = dice(7)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const variants = (from: readonly string[]) =>
    [...new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(from)))].map((sku) => ({
      sku,
      barcode: pick(['', '1', '2']),
    }))
  const cases = Array.from({ length: 6000 }, () => ({
    theirs: { title: pick(['Red shirt', 'red SHIRT', 'Tripod']), onSale: random() > 0.2, variants: variants(names) },
    ours: Array.from({ length: Math.floor(random() * 4) }, (_, i) => ({
      productId: i + 1,
      title: pick(['Red shirt', 'Mug']),
      variants: variants(names.filter(Boolean)),
    })),
    around: { repeated: random() > 0.8, isTaken: () => random() > 0.8 },
  }))

  it('certain means: one product with exactly these SKUs, alike by title, and nothing against it', () => {
    let certain = 0
    for (const { theirs, ours, around } of cases) {
      const match = matchListing(theirs, ours, around)
      expect(match.certainty === 'certain').toBe(match.products.length > 0 && match.doubts.length === 0)
      if (match.certainty !== 'certain') continue
      certain += 1
      const product = ours.find(({ productId }) => productId === match.products[0])
      const skus = (all: readonly { sku: string }[]) => all.map(({ sku }) => sku).sort()
      expect(skus(product?.variants ?? [])).toEqual(skus(theirs.variants))
      expect([around.repeated, theirs.onSale, titles(theirs.title, product?.title ?? '')]).not.toContain('other')
      expect([around.repeated, theirs.onSale]).toEqual([false, true])
    }
    expect(certain).toBeGreaterThan(10)
  })

  it('does not depend on the order in which products and parts are named', () => {
    for (const { theirs, ours } of cases) {
      const turned = { ...theirs, variants: theirs.variants.toReversed() }
      expect(matchListing(turned, ours.toReversed(), alone)).toEqual(matchListing(theirs, ours, alone))
    }
  })

  it('names each reason once, in the order in which they weigh', () => {
    for (const { theirs, ours, around } of cases) {
      const doubts = matchListing(theirs, ours, around).doubts
      expect(doubts).toEqual(doubtNames.filter((doubt) => doubts.includes(doubt)))
    }
  })
})
