// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { makeThere, saveIntegration } from '#contract/integrations/integrations.ts'
import { lookups, saveEbayPolicies } from '#contract/integrations/lookups.ts'
import { all, answer, away, never, theOne, press, refusal, says, show, type, until } from '#web/testing/screen.tsx'
import { Defaults } from './defaults.tsx'
import type { Integration } from './integration-state.ts'

afterEach(away)

const integration = {
  id: 5,
  channel: 'ebay',
  integration: { config: { locationId: '', buffer: 0 } },
} as unknown as Integration
const services = [
  { shippingService: 'USPSPriority', description: 'USPS Priority Mail' },
  { shippingService: 'UPSGround', description: 'UPS Ground' },
  { shippingService: 'FedExHomeDelivery', description: 'FedEx Ground' },
]
/** The defaults on eBay's tab of the integrations page. */
const open = () =>
  show(<Defaults integration={integration} disabled={false} />, {
    answers: [
      answer(lookups.ebay.locations, []),
      answer(lookups.ebay.policies, { paymentPolicies: [], returnPolicies: [], fulfillmentPolicies: [] } as never),
      answer(lookups.ebay.shippingServices, services as never),
      answer(makeThere, { id: 'new' } as never),
    ],
  })

it('LST-211 LST-212 LST-213 the tab makes policies with the services that eBay has, and no other', async () => {
  const screen = open()
  await press('button', 'New fulfillment policy')
  const dialog = await theOne('dialog', 'New fulfillment policy on eBay')
  await press('field', 'Shipping service', dialog)
  await says('USPS Priority MailUPS GroundFedEx Ground', dialog)
  await press('option', 'FedEx Ground')
  await press('button', 'Create', dialog)
  const [body] = await until(() => screen.sent(makeThere)[0] && screen.sent(makeThere))
  expect(body).toMatchObject({ field: 'fulfillmentPolicyId', answers: { service: 'FedExHomeDelivery' } })
})

it('LST-211 LST-212 a place to send from lies in any country of ISO 3166, found by typing', async () => {
  const screen = open()
  await press('button', 'New location')
  const dialog = await theOne('dialog', 'New location on eBay')
  await press('field', 'Country', dialog)
  await until(() => all('option').length === 249)
  await type('Country', 'Portug', dialog)
  await until(() => all('option').length === 1)
  await press('option', 'Portugal')
  await type('Postal code', '1100-148', dialog)
  await press('button', 'Create', dialog)
  const [body] = await until(() => screen.sent(makeThere)[0] && screen.sent(makeThere))
  expect(body).toMatchObject({ answers: { country: 'PT', postalCode: '1100-148' } })
})

it('CHN-094 CHN-095 what is still asked for, or was not answered, is not said to be missing', async () => {
  const hints = () => all('field').map((field) => field.getAttribute('placeholder'))
  show(<Defaults integration={integration} disabled={false} />, {
    answers: [
      answer(lookups.ebay.locations, () => never),
      answer(lookups.ebay.policies, { paymentPolicies: [], returnPolicies: [], fulfillmentPolicies: [] } as never),
    ],
  })
  await until(() => hints().includes('None on this account yet'))
  expect(hints()).toContain('Loading…')
  away()
  show(<Defaults integration={integration} disabled={false} />, {
    answers: [
      answer(lookups.ebay.locations, () => refusal({ status: 502, message: 'eBay does not answer.' })),
      answer(lookups.ebay.policies, () => refusal({ status: 502, message: 'eBay does not answer.' })),
    ],
  })
  await says('eBay does not answer.')
  expect(hints()).not.toContain('None on this account yet')
})

it('LST-140 LST-210 the account sells on one of eBay’s sites, and a change that is refused says why there', async () => {
  const message = 'Unlist all listings of this account first.'
  show(<Defaults integration={integration} disabled={false} />, {
    answers: [
      answer(lookups.ebay.locations, []),
      answer(lookups.ebay.policies, { paymentPolicies: [], returnPolicies: [], fulfillmentPolicies: [] } as never),
      answer(saveEbayPolicies, {} as never),
      answer(saveIntegration, () => refusal({ status: 400, message, fields: { marketplaceId: message } })),
    ],
  })
  const site = await theOne('field', 'Marketplace')
  expect((site as HTMLInputElement).value).toBe('United States (USD)')
  await press('field', 'Marketplace')
  await press('option', 'Germany (EUR)')
  await press('button', 'Save')
  await says(message)
})
