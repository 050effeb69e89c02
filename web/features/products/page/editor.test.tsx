// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { undoProductChange } from '#contract/products/history.ts'
import { updateProduct } from '#contract/products/products.ts'
import type { ProductAttribute } from '#contract/shapes.ts'
import { wholeAttribute as whole } from '#web/form/products/whole.ts'
import { aProduct } from '#web/testing/listings.ts'
import { all, answer, away, theOne, press, refusal, says, show } from '#web/testing/screen.tsx'
import { draftOf, type Product, problemOf } from './draft.ts'
import { useProductEditor } from './editor.ts'

afterEach(away)

it('PRO-063 a product without a SKU is not sent: the field says so in its words, the save in its own', async () => {
  const product = aProduct()
  expect(problemOf('sku', { ...draftOf(product), sku: ' ' })).toBe('SKU is required.')
  function Page() {
    const editor = useProductEditor(product, async () => product)
    return (
      <>
        <button type="button" onClick={() => editor.form.set('sku', '')}>
          Empty
        </button>
        <button type="button" onClick={() => void editor.save()}>
          Save {editor.summary}
        </button>
      </>
    )
  }
  const screen = show(<Page />, { answers: [answer(updateProduct, () => product as never)] })
  await press('button', 'Empty')
  await press('button', 'Save SKU')
  await says('SKU is Required.')
  expect(screen.sent(updateProduct)).toEqual([])
})

describe('what somebody else saved meanwhile', () => {
  const color = (value: string) => ({ name: 'Color', value })
  const size = (value: string) => ({ name: 'Size', value })
  const before = aProduct({ version: 3, title: 'Shirt', attributes: [color('Blue'), size('M')] })
  /** The server of which somebody else's save made version 4. */
  function edit(theirs: Partial<Product>) {
    const now = aProduct({ ...before, ...theirs, version: 4 })
    function Page() {
      const editor = useProductEditor(before, async () => now)
      return (
        <>
          <button type="button" onClick={() => editor.form.set('attributes', [whole(color('Red')), whole(size('M'))])}>
            Paint
          </button>
          <button type="button" onClick={() => void editor.save()}>
            Save {editor.summary}
          </button>
          {editor.conflict && <p>Not saved</p>}
        </>
      )
    }
    const save = ({ body }: { body?: unknown }) => {
      const { product } = body as { product: { version: number } }
      return product.version === 4 ? now : refusal({ status: 409, code: 'edit_conflict', message: 'Sam was first.' })
    }
    return show(<Page />, { answers: [answer(updateProduct, save as never)] })
  }
  const sent = (screen: ReturnType<typeof show>) =>
    (screen.sent(updateProduct) as unknown[]).map((body) => {
      const { version, attributes } = (body as { product: { version: number; attributes: ProductAttribute[] } }).product
      return [version, ...attributes.map(({ name, value }) => `${name} ${value}`)]
    })

  it('stays where it concerns something else, and the save goes on by itself', async () => {
    const screen = edit({ attributes: [color('Blue'), size('L')] })
    await press('button', 'Paint')
    await press('button', 'Save Attributes')
    await says('Also kept changes by someone else: Attributes.')
    expect(sent(screen)).toEqual([
      [3, 'Color Red', 'Size M'],
      [4, 'Color Red', 'Size L'],
    ])
  })

  it('is asked for where both changed the same; nothing is lost by going back', async () => {
    const screen = edit({ attributes: [color('Green'), size('L')] })
    await press('button', 'Paint')
    await press('button', 'Save Attributes')
    await says('Before: Blue')
    await press('button', 'Back to editing')
    await says('Not saved')
    await press('button', 'Save Attributes')
    const dialog = await theOne('dialog', 'Conflicting change')
    await says('Green', dialog)
    await press('field', /Theirs/, dialog)
    await press('button', 'Save', dialog)
    await says('Product saved.')
    expect(sent(screen)).toHaveLength(2)
  })
})

describe('the last save', () => {
  const before = aProduct({ version: 3, title: 'Shirt' })
  async function saved(reply: object, undone: ReturnType<typeof answer>) {
    function Page() {
      const editor = useProductEditor(before, async () => before)
      return (
        <>
          <button type="button" onClick={() => editor.form.set('title', 'Blue shirt')}>
            Change
          </button>
          <button type="button" onClick={() => void editor.save()}>
            Save {editor.summary}
          </button>
        </>
      )
    }
    const save = answer(updateProduct, () => ({ ...before, title: 'Blue shirt', version: 4, ...reply }) as never)
    const screen = show(<Page />, { answers: [save, undone] })
    await press('button', 'Change')
    await press('button', 'Save Title')
    await says('Product saved.')
    return screen
  }

  it('is taken back by its number in the history', async () => {
    const screen = await saved({ changeId: 77 }, answer(undoProductChange, before as never))
    await press('button', 'Undo')
    await says('Undone.')
    expect(screen.sent(undoProductChange)).toEqual([{ id: before.id, changeId: 77 }])
  })

  it('stays where somebody changed the same since, and says what', async () => {
    const changed = refusal({ status: 409, code: 'edit_conflict', message: 'Title was changed since.' })
    await saved({ changeId: 77 }, answer(undoProductChange, changed))
    await press('button', 'Undo')
    await says('Couldn’t undo.')
    await says('Title was changed since.')
  })

  it('offers nothing where it changed nothing', async () => {
    await saved({ changeId: null }, answer(undoProductChange, before as never))
    expect(all('button', 'Undo')).toEqual([])
  })
})
