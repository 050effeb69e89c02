// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { getUserClients } from '#contract/organizations/organizations.ts'
import { allAttributeValues } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { answer, away, theOne, press, says, show, text } from '#web/testing/screen.tsx'
import type { AnalyticsSearch } from './address.ts'
import { GoneNames } from './gone-names.tsx'
import { OfOrganization } from './of-organization.tsx'

afterEach(away)

it('a saved query that names a template or an attribute that is gone says so, and goes on without it', async () => {
  const changes: AnalyticsSearch[] = []
  const attributes = JSON.stringify([
    { name: 'Color', values: ['Red'] },
    { name: 'Mount', values: ['M42'] },
  ])
  show(
    <GoneNames search={{ templates: ['Mugs', 'Lenses'], attributes }} onChange={(change) => changes.push(change)} />,
    {
      answers: [
        answer(listTemplates, [{ name: 'Lenses' }] as never),
        answer(allAttributeValues, [{ name: 'Color', values: ['Blue'], counts: [1] }]),
      ],
    },
  )
  await says('the template “Mugs”, the attribute “Mount”. They may have been renamed or deleted')
  await press('button', 'Clear')
  expect(changes).toEqual([
    { templates: ['Lenses'], attributes: JSON.stringify([{ name: 'Color', values: ['Red'], action: 'in' }]) },
  ])
})

it("a mail's link shows no figures of another organization than its own", async () => {
  const page = (organization: number | undefined) =>
    show(<OfOrganization organization={organization}>the figures</OfOrganization>, {
      answers: [
        answer(getUserClients, [
          { id: 1, displayName: 'Shop' },
          { id: 2, displayName: 'Other Shop' },
        ]),
      ],
    })
  for (const here of [undefined, 1]) {
    page(here)
    await says('the figures')
  }
  page(2)
  await says('This link opens Other Shop')
  await theOne('button', 'Open Other Shop')
  expect(text()).toContain('You’re currently in Shop.')
  expect(text()).not.toContain('the figures')
  page(3)
  await says('You’re not a member of this organization.')
  expect(text()).not.toContain('the figures')
})
