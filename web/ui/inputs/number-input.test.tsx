// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { away, theOne, says, show, type } from '#web/testing/screen.tsx'
import { MoneyInput, QuantityInput } from './number-input.tsx'

afterEach(away)

/** Fields of the browser's own number type swallow what is no number, and change under the mouse wheel. */
it('PRO-064 a number field brings up the digits, takes numbers only, and keeps what is none with the reason', async () => {
  const values: unknown[] = []
  function Page() {
    const [price, setPrice] = useState<number | null>(10)
    return (
      <>
        <MoneyInput label="Price" value={price} onChange={(next) => (values.push(next), setPrice(next))} />
        <QuantityInput label="Quantity" value={3} />
      </>
    )
  }
  show(<Page />)
  const field = async (name: string) => (await theOne('field', name)) as HTMLInputElement
  expect([(await field('Price')).inputMode, (await field('Quantity')).inputMode]).toEqual(['decimal', 'numeric'])
  await type('Price', '12,5x')
  ;(await field('Price')).blur()
  await says('rice')
  expect((await field('Price')).value).toBe('12,5x')
  expect((await field('Price')).getAttribute('aria-invalid')).toBe('true')
  await type('Price', '12.50')
  expect(values).toEqual([12.5])
  ;(await field('Price')).dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true }))
  expect(values).toEqual([12.5])
})
