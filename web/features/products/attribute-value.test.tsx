// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { all, away, one, press, show, type, until } from '#web/testing/screen.tsx'
import { AttributeValue } from './attribute-value.tsx'

afterEach(away)

const options = (count: number) => Array.from({ length: count }, (_, n) => `Shade ${n}`)
function Shade({ count }: { count: number }) {
  const [value, setValue] = useState('')
  return (
    <AttributeValue
      attribute={{ name: 'Shade', type: 'text', options: options(count), constraint: 'optional' }}
      value={value}
      onChange={setValue}
    />
  )
}
const field = () => one('field', 'Shade') as Promise<HTMLInputElement>

it('PRO-193 PRO-195 shows at most 250 options, and says that typing finds the rest', async () => {
  show(<Shade count={251} />)
  expect((await field()).placeholder).toBe('Type to search values...')
  await press('field', 'Shade')
  await until(() => all('option').length === 250)
  await type('Shade', 'Shade 250')
  await until(() => all('option').length === 1)
  await press('option', 'Shade 250')
  expect((await field()).value).toBe('Shade 250')
})

it('PRO-195 asks for no typing where all options are shown', async () => {
  show(<Shade count={250} />)
  expect((await field()).placeholder).toBe('')
})
