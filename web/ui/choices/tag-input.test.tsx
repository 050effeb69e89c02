// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { away, theOne, show, type, until } from '#web/testing/screen.tsx'
import { TagInput } from './tag-input.tsx'

let current: readonly string[] = []
afterEach(() => {
  away()
  current = []
})

function Tags({ spaceEnds }: { spaceEnds?: boolean }) {
  const [tags, setTags] = useState<readonly string[]>([])
  const keep = (next: readonly string[]) => {
    current = next
    setTags(next)
  }
  return <TagInput aria-label="Tags" value={tags} onChange={keep} spaceEnds={spaceEnds ?? false} />
}

/** A key as a hand presses it, in the field. */
async function key(key: string) {
  const field = await theOne('field', 'Tags')
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

it('PRO-258 a space ends an entry where that is asked for', async () => {
  show(<Tags spaceEnds />)
  await type('Tags', 'summer')
  await key(' ')
  await until(() => current.length === 1)
  expect(current).toEqual(['summer'])
})

it('elsewhere a tag may have spaces, and a comma ends it', async () => {
  show(<Tags />)
  await type('Tags', 'summer')
  await key(' ')
  await type('Tags', 'summer sale')
  await key(',')
  await until(() => current.length === 1)
  expect(current).toEqual(['summer sale'])
})
