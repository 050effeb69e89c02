// @vitest-environment jsdom
import { focusManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { getBundle } from '#contract/products/bundles.ts'
import { productHistory } from '#contract/products/history.ts'
import { listMovements } from '#contract/products/products.ts'
import { getProductSharing } from '#contract/sync/sharing.ts'
import { aProduct } from '#web/testing/listings.ts'
import { all, answer, away, never, theOne, press, refusal, says, show, text, until } from '#web/testing/screen.tsx'
import { Beside } from './beside.tsx'
import { type Opened, OpenedProduct } from './editor.ts'

afterEach(away)
afterEach(() => focusManager.setFocused(undefined))

const none = { data: [], items: 0 } as never
const answers = [
  answer(getBundle, { parts: [], in: [], available: 0 } as never),
  answer(getProductSharing, { sharing: { mode: 'shared' }, from: 'organization', parts: [], available: [] } as never),
  answer(listMovements, none),
  answer(productHistory, none),
]
const open = (...others: typeof answers) =>
  show(
    <OpenedProduct value={{ product: aProduct() } as unknown as Opened}>
      <Beside />
    </OpenedProduct>,
    { at: '/product/12', answers: [...answers, ...others] },
  )
const failed = refusal({ status: 500, message: 'The database rests.' })
it('a card that tries again leaves the others where they are', async () => {
  let down = true
  open(answer(productHistory, () => (down ? failed : never)))
  await says('The database rests.')
  const other = await theOne('heading', 'Stock history')
  down = false
  await press('button', 'Try again')
  await until(() => !text().includes('The database rests.'))
  expect(other.isConnected).toBe(true)
  expect(all('heading').map(({ textContent }) => textContent)).toEqual([
    'Bundle',
    'Stock sharing',
    'Stock history',
    'History',
  ])
})

it('shows the cards that are known while one waits for the network', async () => {
  // What fails behind another tab waits with its next try.
  focusManager.setFocused(false)
  open(answer(productHistory, refusal({ status: 502, message: 'No way through.' })))
  await says('No stock changes yet.')
  expect(text()).not.toContain('No way through.')
})
