// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { getBundle, saveBundle } from '#contract/products/bundles.ts'
import { listProducts } from '#contract/products/products.ts'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { all, answer, away, theOne, press, refusal, says, show, text, type, until } from '#web/testing/screen.tsx'
import { type Opened, OpenedProduct } from '../page/editor.ts'
import { BundleCard } from './bundle-card.tsx'
import type { Bundle } from './limited.ts'

afterEach(away)

const cup = { productId: 21, sku: 'CUP-1', title: 'A cup', available: 25, pieces: 2 }
const box = { productId: 22, sku: 'BOX-1', title: 'A box', available: 40, pieces: 1 }
const plain: Bundle = { sku: 'SET-1', parts: [], available: 0, in: [], refusal: '' }
const set: Bundle = { ...plain, parts: [cup, box], available: 12 }

const brief = [
  { sku: 'CUP-1', pieces: 2 },
  { sku: 'BOX-1', pieces: 1 },
]

function open(
  bundle: Bundle,
  {
    role = 4,
    reply = answer(saveBundle, set),
    variations = [],
  }: { role?: 4 | 5; reply?: ReturnType<typeof answer>; variations?: object[] } = {},
) {
  return show(
    <OpenedProduct
      value={
        {
          product: aProduct({ id: 12, sku: 'SET-1', variations: variations as never }),
          template: aTemplate(),
        } as unknown as Opened
      }
    >
      <BundleCard />
    </OpenedProduct>,
    {
      at: '/product/12',
      role,
      answers: [answer(getBundle, bundle), answer(listProducts, { data: [], items: 0 } as never), reply],
    },
  )
}

describe('the bundle of a product', () => {
  it('says how many there are, and what runs out first', async () => {
    open(set)
    await says('12 bundles: limited by CUP-1 (25 units / 2)')
    expect(text()).toContain('2 × CUP-1')
    expect((await theOne('link', 'BOX-1')).getAttribute('href')).toBe('/product/22')
  })

  it('names the bundles that it is in, and offers no bundle of a component', async () => {
    open({ ...plain, in: [{ productId: 30, sku: 'KIT-9', title: 'A kit', available: 4, pieces: 3, part: 'SET-1' }] })
    await says('In KIT-9: 3 units each')
    expect(all('button')).toEqual([])
  })

  it('offers nothing to whoever may only read', async () => {
    open(set, { role: 5 })
    await says('12 bundles')
    expect(all('button')).toEqual([])
  })

  it('says why it cannot be one now', async () => {
    open({ ...plain, refusal: 'SET-1 has 5 pieces of its own. Set its quantity to 0 first.' })
    await press('button', 'Make a bundle')
    await says('Set its quantity to 0 first')
    expect(all('button', 'Save')).toEqual([])
  })

  it('tells while typing what could be sold, sends the pieces, and shows a refusal at its component', async () => {
    const screen = open(set, {
      reply: answer(
        saveBundle,
        refusal({ status: 400, message: 'No.', fields: { 'parts.1.sku': 'BOX-1 is a bundle.' } }),
      ),
    })
    await press('button', 'Change')
    await type('Units of CUP-1 per bundle', '5')
    await says('5 bundles: limited by CUP-1 (25 units / 5)')
    await press('button', 'Save')
    await says('BOX-1 is a bundle.')
    expect(screen.sent(saveBundle)).toEqual([
      {
        id: 12,
        parts: [
          { sku: 'CUP-1', pieces: 5 },
          { sku: 'BOX-1', pieces: 1 },
        ],
        was: brief,
      },
    ])
  })

  it('ends after a question', async () => {
    const screen = open(set)
    await press('button', 'Change')
    await press('button', 'Remove bundle')
    await says('It becomes a regular product with 0 in stock.')
    const [, question] = all('button', 'Remove bundle')
    question?.click()
    await says('12 bundles')
    await until(() => screen.sent(saveBundle).length > 0)
    expect(screen.sent(saveBundle)).toEqual([{ id: 12, parts: [], was: brief }])
  })

  it('offers to take a change back, which is refused where somebody changed it since', async () => {
    const screen = open(set, { reply: answer(saveBundle, { ...set, parts: [{ ...cup, pieces: 5 }, box] }) })
    await press('button', 'Change')
    await type('Units of CUP-1 per bundle', '5')
    await press('button', 'Save')
    await says('12 bundles available.')
    await press('button', 'Undo')
    await says('Undone.')
    const [first, second] = brief
    expect(screen.sent(saveBundle).at(-1)).toEqual({ id: 12, parts: brief, was: [{ ...first, pieces: 5 }, second] })
  })

  it('says that a product with variations cannot be one, and what to do', async () => {
    open(plain, { variations: [{ id: 1, name: 'Red', sku: 'SET-R' }] })
    await says('A product with variations can’t be a bundle')
    expect(all('button')).toEqual([])
  })
})
