// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { away, theOne, press, says, show, type, until } from '#web/testing/screen.tsx'
import { readQueries } from './saved-queries.ts'
import { SavedSearches } from './saved-searches.tsx'

const KEY = 'analytics:savedQueries'
const query = (name: string) => ({ id: name, name, url: '/analytics', createdAt: '2026-11-21T10:00:00.000Z' })
const names = () => readQueries(localStorage.getItem(KEY)).map(({ name }) => name)
/** What another tab does. */
function elsewhere(...all: string[]) {
  localStorage.setItem(KEY, JSON.stringify(all.map(query)))
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

/** The saved searches, to be changed. */
async function edit() {
  show(
    <SavedSearches
      now={{ today: '2026-11-21', timeZone: 'UTC' }}
      onLoad={() => undefined}
      onMail={() => undefined}
      onClose={() => undefined}
    />,
  )
  await press('switch', 'Edit')
}

afterEach(() => {
  away()
  localStorage.clear()
})

it('taking a deletion back leaves alone what another tab has saved and deleted since', async () => {
  elsewhere('May', 'June', 'July')
  await edit()
  await press('button', 'Delete June')
  await until(() => names().length === 2)
  elsewhere('August', 'July')
  await says('August')
  await press('button', 'Undo')
  await until(() => names().includes('June'))
  expect(names()).toEqual(['August', 'June', 'July'])
})

it('a saved search is renamed where it stands', async () => {
  elsewhere('May', 'June')
  await edit()
  await press('button', 'Rename June')
  await type('Name of June', 'June on eBay')
  ;(await theOne('field', 'Name of June')).blur()
  await until(() => names().includes('June on eBay'))
  expect(names()).toEqual(['May', 'June on eBay'])
})
