// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { listingChannels, saveListingTemplates } from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { getTemplate } from '#contract/templates.ts'
import { listValueMappings } from '#contract/mappings/values.ts'
import { aPanel, aSchema, aTemplate } from '#web/testing/listings.ts'
import { answer, away, choose, theOne, press, says, show, type, until } from '#web/testing/screen.tsx'
import { TemplateListingTab } from '../editor/template-listing-tab.tsx'

afterEach(away)

const width = {
  property_id: 47626759838,
  name: 'Width',
  display_name: 'Width',
  scales: [
    { scale_id: 5, display_name: 'Inches' },
    { scale_id: 6, display_name: 'Centimeters' },
  ],
  is_required: false,
  supports_attributes: true,
  supports_variations: false,
  is_multivalued: false,
  max_values_allowed: null,
  possible_values: [],
}
const possible_values = [{ value_id: 1, name: 'Black', scale_id: null }]
const finish = { ...width, property_id: 201, name: 'Finish', display_name: 'Finish', scales: [], possible_values }
const colour = { ...width, property_id: 200, name: 'Primary color', display_name: 'Primary color', scales: [] }

/** The listing tab of a template in one category of Etsy. */
const open = () =>
  show(<TemplateListingTab templateId={7} channel="etsy" />, {
    answers: [
      answer(listingChannels, {
        etsy: aPanel('etsy', [aSchema({ taxonomyIds: '482' })]),
      } as CallReply<typeof listingChannels>),
      answer(listValueMappings, []),
      answer(lookups.etsy.taxonomy, [{ id: 482, parent_id: null, name: 'Shirts', level: 1, children: [] }]),
      answer(lookups.etsy.propertiesMany, { 482: [width, colour, finish] } as never),
      answer(lookups.etsy.shippingProfiles, []),
      answer(lookups.etsy.returnPolicies, []),
      answer(lookups.etsy.processingProfiles, []),
      answer(lookups.etsy.sections, []),
      answer(getTemplate, aTemplate({ attributes: [] })),
      answer(saveListingTemplates, []),
    ],
  })
const saved = async (screen: ReturnType<typeof open>) => {
  await press('button', 'Save Changes')
  const [body] = await until(() => screen.sent(saveListingTemplates)[0] && screen.sent(saveListingTemplates))
  return body?.listingTemplates[0]?.schemas[0] as Record<string, unknown> | undefined
}

it('LST-250 an attribute that is measured has a selector of its scales, and no other has', async () => {
  const screen = open()
  await choose('Scale of Width', 'Centimeters')
  await type('Width', '12')
  expect(document.querySelector('[aria-label="Scale of Primary color"]')).toBeNull()
  expect((await saved(screen))?.['properties']).toEqual([
    expect.objectContaining({ propertyId: 47626759838, propertyName: 'Width', values: '12', scaleId: 6 }),
  ])
})

it('LST-276 materials are kept as one list, joined by a comma and a blank', async () => {
  const screen = open()
  const materials = await theOne('field', 'Materials')
  for (const name of ['cotton', 'oak']) {
    await type('Materials', name)
    materials.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await until(() => document.body.textContent?.includes(name))
  }
  expect((await saved(screen))?.['materials']).toBe('cotton, oak')
})

it('LST-091 a value that Etsy takes in any case is not refused for its case', async () => {
  open()
  await type('Finish', 'black')
  expect(document.body.textContent).not.toContain('is not in allowed values.')
  await type('Finish', 'mauve')
  await says('mauve is not in allowed values.')
})
