// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { standardPricing } from '#contract/channels/pricing.ts'
import { listProduct } from '#contract/listings/listings.ts'
import { pricePlan } from '#contract/pricing/pricing.ts'
import { type RoleId, roles } from '#contract/permissions.ts'
import { all, answer, away, press, says, show, until } from '#web/testing/screen.tsx'
import { PricePlan } from './price-plan.tsx'

afterEach(away)

const auction = { ...standardPricing, listAuction: true, startPrice: 40 }
const plan = { currency: 'USD', own: 100, now: 40, floor: 40, live: false, reductions: 0, auctions: 0, steps: [] }
const open = (over: boolean, role: RoleId = roles.admin) =>
  show(<PricePlan productId={12} channel="ebay" pricing={auction} />, {
    role,
    answers: [
      answer(pricePlan, { ...plan, over, configuration: { ...auction, lastReduced: '' } }),
      answer(listProduct, { status: 'fulfilled', externalId: '1', url: '', warnings: [] }),
    ],
  })
const sentence = 'This auction ended on eBay. It won’t be relisted automatically.'

it('LST-227 an auction that is over is listed again by a press', async () => {
  const screen = open(true)
  await says(sentence)
  expect(screen.sent(listProduct)).toEqual([])
  await press('button', 'Relist')
  await until(() => screen.sent(listProduct).length === 1)
  expect(screen.sent(listProduct)[0]).toMatchObject({ productId: 12 })
  await says('Listed again on eBay.')
})

it('one that runs, or that nobody has begun, offers no such thing; who may only look has nothing to press', async () => {
  open(false)
  await says('Begins at')
  expect(all('button', 'Relist')).toEqual([])
  away()
  open(true, roles.guest)
  await says(sentence)
  expect(all('button', 'Relist')).toEqual([])
})
