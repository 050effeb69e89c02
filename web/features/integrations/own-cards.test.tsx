// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { all, away, theOne, show } from '#web/testing/screen.tsx'
import type { Integration } from './integration-state.ts'
import { OwnCard } from './own-cards.tsx'
import { StoreCard } from './store-card.tsx'

afterEach(away)

it('CHN-043 a Clover account has its store details, and no card of its own', async () => {
  show(
    <>
      <StoreCard channel="clover" shop="M1" storeUrl="" />
      <OwnCard integration={{ channel: 'clover' } as Integration} disabled={false} />
    </>,
  )
  await theOne('heading', 'Store Details')
  expect(all('heading')).toHaveLength(1)
})
