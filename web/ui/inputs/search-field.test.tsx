// @vitest-environment jsdom
import { useEffect, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { away, theOne, press, says, show, type, until } from '#web/testing/screen.tsx'
import { SearchField } from './search-field.tsx'

afterEach(away)

const same = (text: string) => text
const searches: string[] = []
/** A list whose address follows a moment later, as the router's does. */
function List() {
  const [search, setAsked] = useState('')
  // Drawn with what the field makes of it.
  const [shown, setShown] = useState('')
  useEffect(() => setShown(search), [search])
  return (
    <>
      <SearchField
        label="Search"
        value={search}
        tidy={same}
        pauseMs={60_000}
        onSearch={(text) => searches.push(text)}
      />
      <p>Shown: {shown || 'all'}</p>
      <button type="button" onClick={() => setAsked(searches.at(-1) ?? '')}>
        It comes
      </button>
      <button type="button" onClick={() => setAsked('')}>
        Back
      </button>
    </>
  )
}
const field = () => theOne('field', 'Search') as Promise<HTMLInputElement>

it('keeps what is typed while an earlier search comes, and follows Back', async () => {
  show(<List />)
  await type('Search', 'mug')
  ;(await field()).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await until(() => searches.length === 1)
  await type('Search', 'mugs')
  await press('button', 'It comes')
  await says('Shown: mug')
  expect((await field()).value).toBe('mugs')
  await press('button', 'Back')
  await says('Shown: all')
  await until(async () => (await field()).value === '')
})
