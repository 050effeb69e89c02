// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { all, away, theOne, press, show, until } from '#web/testing/screen.tsx'
import { type DraftMapping, newMapping } from './draft.ts'
import { MappingList } from './mapping-list.tsx'

afterEach(away)

const mapping = (name: string, active: boolean): DraftMapping => ({ ...newMapping(), name, active })
let saved: DraftMapping[] = []

function List({ initial, open = new Set() }: { initial: DraftMapping[]; open?: ReadonlySet<string> }) {
  const [mappings, setMappings] = useState(initial)
  const keep = (next: DraftMapping[]) => {
    saved = next
    setMappings(next)
  }
  const none = () => undefined
  return (
    <MappingList
      {...{ mappings, open, names: [], applyTo: 'title', sku: undefined, errorOf: none, onOpen: none }}
      onChange={keep}
    />
  )
}
const states = () => saved.map(({ name, active }) => `${name} ${active ? 'on' : 'off'}`)
const isDisabled = async (name: string) => ((await theOne('button', name)) as HTMLButtonElement).disabled

it('the chosen mappings are switched together, and the others stay as they are', async () => {
  show(<List initial={[mapping('First', true), mapping('Second', false), mapping('Third', true)]} />)
  expect([await isDisabled('Turn on'), await isDisabled('Turn off')]).toEqual([true, true])
  await press('field', 'Select First')
  await press('field', 'Select Second')
  await until(() => document.body.textContent?.includes('2 of 3 selected'))
  await press('button', 'Turn off')
  await until(() => states().join() === 'First off,Second off,Third on')
  // What is chosen stays so, to be switched back; and the focus stays where it was pressed.
  expect([await isDisabled('Turn on'), await isDisabled('Turn off')]).toEqual([false, false])
  expect(document.activeElement?.textContent).toBe('Turn off')
  await press('field', 'Select all mappings')
  await press('button', 'Turn on')
  await until(() => states().join() === 'First on,Second on,Third on')
})

it('a mapping that is deleted is no longer chosen, and a single one is switched by itself', async () => {
  const mappings = [mapping('First', true), mapping('Second', true)]
  show(<List initial={mappings} open={new Set(mappings.map(({ uuid }) => uuid))} />)
  await press('field', 'Select all mappings')
  await until(() => document.body.textContent?.includes('2 of 2 selected'))
  all('button', 'Delete')[0]?.click()
  await until(() => saved.length === 1)
  expect(all('button', /^Switch/)).toEqual([])
})
