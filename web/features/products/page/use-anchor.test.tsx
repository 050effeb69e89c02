// @vitest-environment jsdom
import { afterEach, it } from 'vitest'
import { away, says, show, until } from '#web/testing/screen.tsx'
import { useAnchor } from './use-anchor.ts'

afterEach(away)

function Page({ id, onScroll }: { id: string; onScroll: () => void }) {
  useAnchor()
  return (
    <p
      id={id}
      ref={(element) => {
        if (element) element.scrollIntoView = onScroll
      }}
    >
      The page is there.
    </p>
  )
}

it.each([
  ['attribute-Burn Time', '#attribute-Burn%20Time'],
  ['attribute-50% cotton', '#attribute-50%25%20cotton'],
  ['attribute-50% cotton', '#attribute-50% cotton'],
])('PRO-149 the part %j is scrolled to from %s', async (id, hash) => {
  let scrolled = 0
  show(<Page id={id} onScroll={() => (scrolled += 1)} />, { at: `/product/12${hash}` })
  await until(() => scrolled > 0)
})

it('an address that names nothing leads to the page all the same', async () => {
  show(<Page id="title" onScroll={() => undefined} />, { at: '/product/12#%FF' })
  await says('The page is there.')
})
