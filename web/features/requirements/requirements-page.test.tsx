// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { listRequirements } from '#contract/requirements/requirements.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, nameOf, says, text } from '#web/testing/screen.tsx'

const server = fakeServer()

const etsy = {
  id: 7,
  integrationId: 3,
  channel: 'etsy' as const,
  account: 'TraderKiel',
  title: 'Etsy requires a manufacturer',
  text: 'Etsy rejects listings without one.',
  from: '2027-02-01',
  daysLeft: 64,
  isFound: false,
  source: { name: 'Etsy', url: 'https://etsy.example/gpsr' },
  listings: 12,
  countedAt: '2026-11-29T06:00:00.000Z',
  templates: [{ templateId: 5, name: 'Mugs', listings: 12 }],
  attributes: ['Manufacturer'],
}
const ebay = {
  ...etsy,
  id: 8,
  channel: 'ebay' as const,
  title: 'eBay removed category T-Shirts',
  from: '2026-11-28',
  daysLeft: -1,
  isFound: true,
  source: null,
  listings: 1,
  attributes: [],
}

const links = () => all('link').map((link) => [nameOf(link), link.getAttribute('href')])

it('each requirement says from when it applies, how many listings it affects and leads to what fixes all of them', async () => {
  server.answer(listRequirements, [ebay, etsy])
  await renderPage('/requirements')
  await says('From Feb 1, 2027 (64 days)')
  expect(text()).toContain('12 live listings don’t meet it.')
  expect(text()).not.toContain('other templates')
  expect(text()).toContain('Found Nov 28, 2026')
  expect(links()).toEqual(
    expect.arrayContaining([
      ['Bulk edit products: Etsy requires a manufacturer', '/inventory?requirementId=7'],
      ['Etsy', 'https://etsy.example/gpsr'],
    ]),
  )
  expect(links().filter(([name]) => name === 'Mugs')).toEqual([
    ['Mugs', '/template/5/listing/ebay'],
    ['Mugs', '/template/5'],
  ])
})

it('says how many listings use templates that are not shown', async () => {
  server.answer(listRequirements, [{ ...etsy, listings: 14 }])
  await renderPage('/requirements')
  await says('2 listings use other templates. Bulk edit products includes them.')
})

it('a link to one channel shows its requirements alone', async () => {
  server.answer(listRequirements, [ebay, etsy])
  await renderPage('/requirements?channel=etsy')
  await says('Etsy requires a manufacturer')
  expect(text()).not.toContain('T-Shirts')
})

it('without requirements the page says what will be here', async () => {
  server.answer(listRequirements, [])
  await renderPage('/requirements')
  await says('No channel requirements')
})
