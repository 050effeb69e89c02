// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { updateProduct } from '#contract/products.ts'
import { aProduct } from '#web/testing/listings.ts'
import { answer, away, press, says, show } from '#web/testing/screen.tsx'
import { draftOf, problemOf } from './draft.ts'
import { useProductEditor } from './editor.ts'

afterEach(away)

it('PRO-063 a product without a SKU is not sent: the field says so in its words, the save in its own', async () => {
  const product = aProduct()
  expect(problemOf('sku', { ...draftOf(product), sku: ' ' })).toBe('SKU is required.')
  function Page() {
    const editor = useProductEditor(product, () => undefined)
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
