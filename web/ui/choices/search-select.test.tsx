// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { all, away, theOne, press, pressKey, says, show, type, until, valueOf } from '#web/testing/screen.tsx'
import { chooseExactOption } from './exact-option.ts'
import { SearchSelect } from './search-select.tsx'

afterEach(away)

it('PRO-255 one of many options is found by typing; nothing found is said, and what was chosen stays', async () => {
  const options = Array.from({ length: 300 }, (_, n) => ({ value: String(n), label: `Shelf ${n}` }))
  function Page() {
    const [value, setValue] = useState<string | null>(null)
    return <SearchSelect label="Shelf" options={options} value={value} onChange={setValue} />
  }
  show(<Page />)
  const field = async () => (await theOne('field', 'Shelf')) as HTMLInputElement
  expect((await field()).placeholder).toBe('Type to search values...')
  await press('field', 'Shelf')
  await until(() => all('option').length === 250)
  await type('Shelf', 'Shelf 299')
  await until(() => all('option').length === 1)
  await press('option', 'Shelf 299')
  await until(async () => (await field()).value === 'Shelf 299')
  await type('Shelf', 'zzz')
  await says('No results')
})

it('Enter chooses the option whose whole name was typed, not one that only contains it', async () => {
  const chosen: (string | null)[] = []
  function Page() {
    const [value, setValue] = useState<string | null>(null)
    const change = (next: string | null) => {
      chosen.push(next)
      setValue(next)
    }
    const options = ['Background color', 'Color', 'Size'].map((label) => ({ value: label, label }))
    return (
      <SearchSelect
        label="Column"
        options={options}
        value={value}
        onChange={change}
        onKeyDown={(event) => chooseExactOption(event, value ?? undefined)}
      />
    )
  }
  show(<Page />)
  await press('field', 'Column')
  await until(() => all('option').length === 3)
  await type('Column', 'colo')
  await until(() => all('option').length === 2)
  pressKey('Enter')
  await type('Column', 'color')
  pressKey('Enter')
  await until(async () => (await valueOf('Column')) === 'Color')
  pressKey('Enter')
  expect(chosen).toEqual(['Color'])
})
