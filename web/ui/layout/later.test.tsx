// @vitest-environment jsdom
import { useEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { away, says, show, until } from '#web/testing/screen.tsx'
import { InPieces, OpeningPage } from './later.tsx'

afterEach(away)

/** What is there when each of four pieces, of which one is left out, has been drawn. */
async function drawn(opening: boolean, first?: number): Promise<string[]> {
  const seen: string[] = []
  const Piece = ({ name }: { name: string }) => {
    useEffect(() => void seen.push(document.querySelector('main')?.textContent ?? 'nothing'), [])
    return name
  }
  show(
    <main>
      <OpeningPage value={opening}>
        <InPieces first={first}>
          <Piece name="a" />
          <Piece name="b" />
          {false}
          <Piece name="c" />
        </InPieces>
      </OpeningPage>
    </main>,
  )
  await says('abc')
  await until(() => seen.length === 3)
  return seen
}

it('a page that the browser opens is drawn piece by piece', async () => {
  expect(await drawn(true)).toEqual(['a', 'ab', 'abc'])
})

it('two pieces come at once where that is asked for', async () => {
  expect(await drawn(true, 2)).toEqual(['ab', 'ab', 'abc'])
})

it('a page that is gone to from another one is drawn whole', async () => {
  expect(await drawn(false)).toEqual(['abc', 'abc', 'abc'])
})
