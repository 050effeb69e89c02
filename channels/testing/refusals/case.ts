import type { ReadyListing, ReadyVariant } from '../../channel.ts'

/** What of a listing that the channel takes makes it one that it refuses. */
export interface Refused<F> {
  /** Ours that has to be mended; the beginning of it where a list follows. */
  field: string
  what: string
  /** Where the channel says so. */
  source: string
  /** Our simulator, or what we send, does not come to that: the documentation alone says so. */
  unheard: boolean
  change: (listing: ReadyListing<F>) => Partial<ReadyListing<F>>
}

/** Cases that one page of the channel's documentation is the source of. */
export const by = <F>(
  source: string,
  cases: readonly (readonly [field: string, what: string, change: Refused<F>['change'], unheard?: 'unheard'])[],
): Refused<F>[] =>
  cases.map(([field, what, change, unheard]) => ({ field, what, source, change, unheard: unheard !== undefined }))

/** The first variant, changed. */
export const oneVariant =
  (change: Partial<ReadyVariant>) =>
  <F>({ variants }: ReadyListing<F>): Partial<ReadyListing<F>> => ({
    variants: variants.map((variant) => ({ ...variant, ...change })),
  })

/** Variations with these options, each under a SKU of its own. */
export const varied =
  (all: readonly Record<string, string>[], change: Partial<ReadyVariant> = {}) =>
  <F>({ variants: [first] }: ReadyListing<F>): Partial<ReadyListing<F>> => ({
    variants: all.map((options, at) => ({
      sku: `${first?.sku}-${at}`,
      price: 1299,
      quantity: 5,
      options,
      ...change,
    })),
  })

export const sizes = (count: number) => Array.from({ length: count }, (_, at) => ({ Size: `S${at}` }))
export const pictures = (count: number, length = 0) =>
  Array.from({ length: count }, (_, at) => `https://pictures.example/${'x'.repeat(length)}${at}.jpg`)
export const letters = (count: number) => 'Shirt '.repeat(Math.ceil(count / 6)).slice(0, count - 1) + 'x'
export const words = (count: number, of = 'tag') => Array.from({ length: count }, (_, at) => `${of} ${at}`)

/** Texts that have nothing wrong with them, however strange they look. */
const texts = [
  'Plain shirt',
  'חולצת פשתן לקיץ',
  'قميص من الكتان',
  '亜麻のシャツ',
  'Leinenhemd für Größe Ü',
  "Dana's shirt, washed",
  'Chemise d’été — lin',
]
const markup = [
  '<p>Soft</p>',
  '<ul><li>Soft</li><li>Warm</li></ul>',
  '<p dir="rtl">חולצה רכה</p>',
  '<p>Soft 🧵 and warm</p>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
]

/** Listings that the channel takes. @param most characters of a title */
export function takenCases<F>(most: number, count: number): ((listing: ReadyListing<F>) => Partial<ReadyListing<F>>)[] {
  return Array.from({ length: count }, (_, n) => ({ title, variants }) => {
    const text = texts[n % texts.length] ?? ''
    return {
      title: n === 0 ? letters(most) : `${text} ${title}`,
      description: markup[n % markup.length] ?? '',
      variants: variants.map((variant) => ({
        ...variant,
        price: [100, 1299, 4_999_999][n % 3] ?? 100,
        quantity: [1, 5, 999][Math.floor(n / 3) % 3] ?? 1,
      })),
      images: pictures(1 + (n % 12)),
    }
  })
}
