// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { availableIntegrations, listIntegrations } from '#contract/integrations/integrations.ts'
import { hideFirstSteps } from '#contract/organizations/organizations.ts'
import { all, answer, away, press, says, show, theOne, until } from '#web/testing/screen.tsx'
import { FirstSteps } from './first-steps.tsx'
import { BringBack } from './bring-back.tsx'
import { isSettingUp, type Start } from './setting-up.tsx'

afterEach(away)

const start: Start = {
  currency: 'USD',
  templates: 1,
  products: 2,
  connectedChannels: 1,
  liveListings: 0,
  listedOnce: false,
  orders: 0,
  openOrders: 0,
  oversoldOrders: 0,
  lateOrders: 0,
  dueTodayOrders: 0,
  packableOrders: 0,
  unknownOrders: 0,
  waitingProposals: 0,
  failedListings: 0,
  heldChannels: 0,
  outOfStep: { notKept: 0, pending: 0, held: 0, tooMany: 0 },
  today: '2026-11-21',
  firstStepsHidden: false,
}
const answers = [answer(availableIntegrations, []), answer(listIntegrations, {} as never)]

it('the first steps know which of template, product and listing are there, and lead to what is listed nowhere', async () => {
  show(<FirstSteps start={start} />, { answers })
  await says('2 of 4 done')
  const parts = () =>
    [...document.querySelectorAll('[aria-label="What you have so far"] li')].map((part) => part.textContent)
  expect(parts()).toEqual(['Template', 'Product', 'Listing'])
  expect((await theOne('link', /Template$/)).getAttribute('href')).toBe('/templates')
  expect(all('link', /Listing$/)).toHaveLength(0)
  expect((await theOne('link', 'List your products')).getAttribute('href')).toMatch(/^\/inventory\?notListedOn=ebay\+/)
  show(<FirstSteps start={{ ...start, templates: 0, products: 0 }} />, { answers })
  await says('2 of 4 done')
  expect(all('link', /Template$|Product$|List your products/)).toHaveLength(0)
})

it('the first steps do not come back: the only piece was sold, or a channel was parted with', () => {
  const sold = { ...start, listedOnce: true, orders: 1 }
  expect(isSettingUp({ ...sold, connectedChannels: 1, liveListings: 1 })).toBe(false)
  expect(isSettingUp({ ...sold, connectedChannels: 1, liveListings: 0 })).toBe(false)
  expect(isSettingUp({ ...sold, connectedChannels: 0, liveListings: 0 })).toBe(false)
  expect(isSettingUp({ ...sold, orders: 0 })).toBe(true)
  expect(isSettingUp({ ...start, orders: 1 })).toBe(true)
})

it('the first steps are put away, and brought back', async () => {
  const hiding = answer(hideFirstSteps, null as never)
  const away = show(<FirstSteps start={start} />, { answers: [...answers, hiding] })
  await press('button', 'Hide setup guide')
  await until(() => away.sent(hideFirstSteps).length === 1)
  expect(away.sent(hideFirstSteps)).toEqual([{ hidden: true }])
  const back = show(<BringBack />, { answers: [hiding] })
  await press('button', /^Setup guide/)
  await until(() => back.sent(hideFirstSteps).length === 1)
  expect(back.sent(hideFirstSteps)).toEqual([{ hidden: false }])
})
