// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { away, theOne, show, until } from '#web/testing/screen.tsx'
import { SearchSelect } from './search-select.tsx'
import { Select } from './select.tsx'

afterEach(away)

const options = () => document.querySelectorAll('[role="option"]').length

it('the options are made when the field first has the caret, and the arrow that opens them stands on the chosen one', async () => {
  function Page() {
    const [value, setValue] = useState<string | null>('b')
    return <Select label="Unit" data={['a', 'b', 'c']} value={value} onChange={setValue} />
  }
  show(<Page />)
  const field = (await theOne('field', 'Unit')) as HTMLInputElement
  expect(options()).toBe(0)
  field.focus()
  await until(() => options() === 3)
  const key = (code: string) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: code, code, bubbles: true, cancelable: true }))
  key('ArrowDown')
  const standsOn = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  await until(() => standsOn() === 'b')
  key('ArrowDown')
  await until(() => standsOn() === 'c')
  key('Enter')
  await until(() => field.value === 'c')
})

it('a list that opens when its field has the caret is named by the field', async () => {
  show(<SearchSelect label="Unit" options={[{ value: 'a', label: 'a' }]} value={null} />)
  const field = await theOne('field', 'Unit')
  field.focus()
  await until(() => field.getAttribute('aria-expanded') === 'true')
  const list = () => document.querySelector('[role="listbox"]')?.id
  await until(() => list() && field.getAttribute('aria-controls') === list())
})
