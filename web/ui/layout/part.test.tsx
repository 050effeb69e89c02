// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { all, press, says, show, text, theOne, until } from '../../testing/screen.tsx'
import { partOf } from './part.tsx'

afterEach(() => vi.restoreAllMocks())

/** React reports what a boundary caught: that is not what these tests are about. */
const quietly = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

it('a part whose script cannot be loaded says so in its place and comes with the next try', async () => {
  quietly()
  let tries = 0
  const Part = partOf(async () => {
    tries++
    if (tries === 1) throw new TypeError('Failed to fetch')
    return () => <p>12 listings</p>
  })
  show(
    <>
      <input aria-label="Title" defaultValue="Strap" />
      <Part fallback={<p>Loading</p>} />
    </>,
  )
  await says('Couldn’t load this part of the page.')
  expect((await theOne('field', 'Title')).getAttribute('value')).toBe('Strap')
  await press('button', 'Try again')
  await says('12 listings')
  expect(all('button', 'Try again')).toEqual([])
})

it('a part that breaks while it is drawn leaves the rest of the page', async () => {
  quietly()
  const Part = partOf<{ of: string }>(() =>
    Promise.resolve(({ of }) => {
      throw new Error(`cannot draw ${of}`)
    }),
  )
  show(
    <>
      <p>The rest</p>
      <Part of="listings" />
    </>,
  )
  await until(() => text().includes('Couldn’t load this part'))
  expect(text()).toContain('The rest')
})
