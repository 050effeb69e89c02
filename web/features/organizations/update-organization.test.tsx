// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { getClient, updateClient } from '#contract/organizations/organizations.ts'
import { useRead } from '#web/api.ts'
import { all, answer, away, choose, press, says, show, text, until } from '#web/testing/screen.tsx'
import { shop } from '#web/testing/organization.ts'
import { UpdateOrganization } from './update-organization.tsx'

afterEach(away)

function Settings() {
  const { data } = useRead(getClient, { query: {} })
  return data && <UpdateOrganization client={data} />
}

it('says that figures follow another time zone later where there are very many orders, and until when they are told in which', async () => {
  let saved = shop
  const { sent } = show(<Settings />, {
    answers: [
      answer(getClient, () => saved),
      answer(updateClient, ({ body }) => {
        saved = { ...shop, ...(body as object), figuresIn: { currency: 'USD', timeZone: 'America/New_York' } }
        return saved
      }),
    ],
  })
  await says('Used for days in analytics and on the dashboard. Recalculating can take a few minutes.')
  expect(text()).not.toContain('recalculating')
  await choose('Time zone', 'Africa/Cairo')
  await press('button', 'Update')
  await until(() => sent(updateClient).length === 1)
  await says(
    'We’re recalculating your figures in Africa/Cairo. This takes a few minutes; until then they’re shown in America/New York.',
  )
  expect(all('button', 'Update')[0]).toHaveProperty('disabled', true)
})
