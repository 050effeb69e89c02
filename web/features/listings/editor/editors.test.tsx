// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ebay } from '#contract/channels/ebay.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listingChannels, saveListingTemplates } from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { addAttributes, getTemplate, saveTemplate } from '#contract/templates.ts'
import { type RoleId, roles } from '#contract/permissions.ts'
import { listValueMappings } from '#contract/mappings/values.ts'
import { cache } from '#web/cache.ts'
import { aPanel, aSchema, aTemplate, type Template } from '#web/testing/listings.ts'
import {
  all,
  answer,
  away,
  nameOf,
  theOne,
  press,
  refusal,
  says,
  show,
  text,
  type,
  until,
} from '#web/testing/screen.tsx'
import { blankFields } from './chosen.ts'
import { TemplateListingTab } from './template-listing-tab.tsx'

afterEach(away)

const aspect = (name: string, usage: 'REQUIRED' | 'RECOMMENDED' | 'OPTIONAL', values: string[] = []) => ({
  localizedAspectName: name,
  aspectConstraint: {
    aspectRequired: usage === 'REQUIRED',
    aspectUsage: usage === 'REQUIRED' ? 'RECOMMENDED' : usage,
    aspectMode: 'FREE_TEXT',
    itemToAspectCardinality: 'SINGLE',
    aspectDataType: 'STRING',
  },
  aspectValues: values.map((localizedValue) => ({ localizedValue })),
})
const tees = [
  aspect('Brand', 'REQUIRED', ['Acme', 'Bolt']),
  aspect('Size', 'REQUIRED'),
  aspect('Fit', 'RECOMMENDED'),
  aspect('Theme', 'OPTIONAL'),
]
const tree = {
  categoryTreeVersion: '129',
  rootCategoryNode: {
    category: { categoryId: '0', categoryName: 'Root' },
    childCategoryTreeNodes: [{ category: { categoryId: '15687', categoryName: 'T-Shirts' } }],
  },
}
const attribute = (id: number, name: string, more: Partial<Template['attributes'][number]> = {}) => ({
  id,
  name,
  type: 'text' as const,
  defaultValue: '',
  index: id,
  constraint: 'optional' as const,
  options: [],
  ...more,
})

/** Opens a template's listing tab; its attributes are kept as the server would. */
function open(
  channel: ChannelId,
  attributes = [attribute(1, 'Brand')],
  schemas = [aSchema({ ebayCategoryIds: '15687' })],
  role: RoleId = roles.admin,
) {
  let template = aTemplate({ attributes })
  const saved = { [channel]: aPanel(channel, schemas) } as CallReply<typeof listingChannels>
  return show(<TemplateListingTab templateId={7} channel={channel} />, {
    role,
    answers: [
      answer(listingChannels, () => saved),
      answer(listValueMappings, []),
      answer(lookups.ebay.categories, tree as never),
      answer(lookups.ebay.locations, []),
      answer(lookups.ebay.policies, { paymentPolicies: [], returnPolicies: [], fulfillmentPolicies: [] } as never),
      answer(lookups.ebay.aspectsMany, { 15687: tees } as never),
      answer(getTemplate, () => template),
      answer(addAttributes, ({ body }) => {
        const { attributes: added } = body as { attributes: { name: string }[] }
        const made = added.map((each, at) => attribute(100 + template.attributes.length + at, each.name, each))
        return (template = { ...template, attributes: [...template.attributes, ...made] })
      }),
      answer(
        saveTemplate,
        ({ body }) => (template = { ...template, ...(body as { productTemplate: object }).productTemplate }),
      ),
      answer(saveListingTemplates, []),
    ],
  })
}
const specifics = () => theOne('region', 'Item Specifics')
const dialog = () => theOne('dialog', 'Add Attributes')

describe('the listing templates of a template', () => {
  const two = [aSchema({ title: 'Used {{Brand}}' }), aSchema({ id: 'b', name: 'New', title: 'New {{Brand}}' })]
  it('LST-035 LST-039 several are tabs of one editor, and one is renamed', async () => {
    const screen = open('shopify', undefined, two)
    const tabs = await until(() =>
      document.querySelector<HTMLElement>('[role="group"][aria-label="Listing templates"]'),
    )
    const title = async () => ((await theOne('field', 'Title')) as HTMLInputElement).value
    expect(all('button', undefined, tabs).map(nameOf)).toEqual(['Default', 'New', 'Add listing template'])
    expect(await title()).toBe('Used {{Brand}}')
    await press('button', 'New', tabs)
    await until(async () => (await title()) === 'New {{Brand}}')
    await press('button', 'Rename')
    await type('Name', 'Refurbished', await theOne('dialog', 'Rename listing template'))
    await press('button', 'Rename', await theOne('dialog', 'Rename listing template'))
    await theOne('button', 'Refurbished')
    await press('button', 'Save Changes')
    const [body] = await until(() => screen.sent(saveListingTemplates)[0] && screen.sent(saveListingTemplates))
    expect(body?.listingTemplates[0]?.schemas.map(({ name }) => name)).toEqual(['Default', 'Refurbished'])
  })
  it('are not written over what somebody else saves meanwhile: their time of reading goes with the changes', async () => {
    const read = '2026-11-23T10:00:00.000Z'
    let saved = { shopify: aPanel('shopify', two) } as CallReply<typeof listingChannels>
    const screen = show(<TemplateListingTab templateId={7} channel="shopify" />, {
      answers: [
        answer(listingChannels, () => saved),
        answer(getTemplate, aTemplate({})),
        answer(listValueMappings, []),
        answer(
          saveListingTemplates,
          refusal({ status: 409, code: 'edit_conflict', message: 'Someone else changed this.' }),
        ),
      ],
    })
    await type('Title', 'Mine')
    const theirs = aPanel('shopify', two)
    if (theirs.listingTemplate) theirs.listingTemplate.updatedAt = '2026-11-23T10:05:00.000Z'
    saved = { shopify: theirs, etsy: aPanel('etsy', [aSchema()]) } as typeof saved
    await cache.invalidateQueries()
    await until(() => document.querySelectorAll('nav [data-state="live"]').length === 2)
    await press('button', 'Save Changes')
    await until(() => screen.sent(saveListingTemplates)[0])
    expect(screen.sent(saveListingTemplates)[0]?.listingTemplates[0]).toMatchObject({ updatedAt: read })
    await says('Someone else changed this.')
    // Nothing that was typed is lost.
    expect(((await theOne('field', 'Title')) as HTMLInputElement).value).toBe('Mine')
  })
  it('keep what is typed while they are saved, on top of what that save made', async () => {
    const after = '2026-11-23T10:07:00.000Z'
    let panel = aPanel('shopify', two)
    let done = () => {}
    const screen = show(<TemplateListingTab templateId={7} channel="shopify" />, {
      answers: [
        answer(listingChannels, () => ({ shopify: panel }) as CallReply<typeof listingChannels>),
        answer(getTemplate, aTemplate({})),
        answer(listValueMappings, []),
        answer(
          saveListingTemplates,
          () =>
            new Promise<CallReply<typeof saveListingTemplates>>((resolve) => {
              done = () => {
                panel = aPanel('shopify', [aSchema({ title: 'Mine' }), ...two.slice(1)])
                if (panel.listingTemplate) panel.listingTemplate.updatedAt = after
                resolve(panel.listingTemplate ? [panel.listingTemplate] : [])
              }
            }),
        ),
      ],
    })
    await type('Title', 'Mine')
    await press('button', 'Save Changes')
    await until(() => screen.sent(saveListingTemplates).length === 1)
    await type('Title', 'Mine, longer')
    done()
    await says('Template Saved.')
    await press('button', 'Save Changes')
    await until(() => screen.sent(saveListingTemplates).length === 2)
    expect(screen.sent(saveListingTemplates)[1]?.listingTemplates[0]).toMatchObject({
      updatedAt: after,
      schemas: [{ title: 'Mine, longer' }, {}],
    })
  })
})

it('LST-137 the eBay editor has a section "Listing and Pricing" that can be closed', async () => {
  open('ebay')
  const section = await theOne('region', 'Listing and Pricing')
  const fold = section.querySelector('details')
  expect(fold?.open).toBe(true)
  expect(text(fold?.querySelector('summary') ?? section)).toBe('Listing and Pricing')
  fold?.querySelector('summary')?.click()
  expect(fold?.open).toBe(false)
})

describe("eBay's item specifics", () => {
  it('LST-139 a new listing template begins with the condition New', () =>
    expect(blankFields(ebay.fields).condition).toBe('New'))
  it('LST-141 are grouped as eBay demands them, and a template may demand more than eBay', async () => {
    open('ebay', [attribute(1, 'Brand'), attribute(2, 'Theme', { constraint: 'recommended' })])
    const section = await specifics()
    await theOne('heading', /^Recommended/, section)
    const groups = [...section.querySelectorAll('h3')].map((heading) => [
      heading.firstChild?.textContent,
      all('field', undefined, heading.parentElement ?? section).map(nameOf),
    ])
    expect(groups).toEqual([
      ['Required', ['Brand', 'Size']],
      ['Recommended', ['Fit', 'Theme']],
    ])
  })
  it('LST-157 wait for a category', async () => {
    open('ebay', [], [aSchema()])
    await says('Must set a category before viewing item specifics', await specifics())
  })
  it.each([
    ['LST-142 All', 'All 4', ['Brand', 'Size', 'Fit', 'Theme']],
    ['LST-143 Required', 'Required 2', ['Brand', 'Size']],
    ['LST-144 Recommended', 'Recommended 1', ['Fit']],
    ['LST-145 Optional', 'Optional 1', ['Theme']],
  ])('%s opens the dialog "Add Attributes" with these, which Cancel closes (LST-146)', async (_id, chip, names) => {
    const screen = open('ebay')
    await press('button', chip)
    const rows = [...(await dialog()).querySelectorAll('li')]
    expect(rows.map((row) => row.textContent?.split(' ')[0])).toEqual(names)
    await press('button', 'Cancel', await dialog())
    await until(() => all('dialog', 'Add Attributes').length === 0)
    expect(screen.sent(addAttributes)).toEqual([])
  })
  it('LST-148 LST-149 LST-151 one is added to the template, whose attributes are read anew', async () => {
    const screen = open('ebay')
    await press('button', 'All 4')
    await press('button', 'Add Size', await dialog())
    await says("Added 'Size' Template Attribute.")
    expect(screen.sent(addAttributes)).toEqual([
      { templateId: 7, attributes: [{ name: 'Size', constraint: 'required', options: [] }] },
    ])
    await until(() => all('button', 'Add Size').length === 0 && all('button', /^Add (Fit|Theme)$/).length === 2)
    await press('button', 'Cancel', await dialog())
    await theOne('button', 'Actions for Size')
  })
  it('LST-147 LST-150 LST-152 all that are missing are added, and the dialog closes 2.5 s later', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const screen = open('ebay')
    await press('button', 'All 4')
    await press('button', 'Add All', await dialog())
    await says('Added Template Attributes.')
    expect(screen.sent(addAttributes)[0]?.attributes.map((each) => (each as { name: string }).name)).toEqual([
      'Size',
      'Fit',
      'Theme',
    ])
    expect(all('dialog', 'Add Attributes')).toHaveLength(1)
    const close = await until(() => timers.mock.calls.find(([, ms]) => ms === 2500)?.[0])
    close()
    await until(() => all('dialog', 'Add Attributes').length === 0)
    timers.mockRestore()
  })
  const menu = async (item: string, name = 'Brand') => {
    await press('button', `Actions for ${name}`)
    await press('item', item)
  }
  const sent = (screen: ReturnType<typeof open>) =>
    screen.sent(saveTemplate).map((body) => body.productTemplate.attributes)
  it('LST-153 LST-154 the menu adds a default, which can be typed over, and removes it', async () => {
    const screen = open('ebay')
    await menu('Add default')
    await until(() => sent(screen).length === 1)
    expect(sent(screen)[0]).toMatchObject([{ id: 1, name: 'Brand', defaultValue: 'Default' }])
    await type('Default for Brand', 'Acme')
    ;(await theOne('field', 'Default for Brand')).blur()
    await until(() => sent(screen).length === 2)
    expect(sent(screen)[1]).toMatchObject([{ name: 'Brand', defaultValue: 'Acme' }])
    await says("Default of 'Brand' is 'Acme'.")
    await menu('Remove default')
    await until(() => sent(screen).length === 3)
    expect(sent(screen)[2]).toMatchObject([{ name: 'Brand', defaultValue: '' }])
    await until(() => all('field', 'Default for Brand').length === 0)
  })
  it('a guest reads the default, and has neither the menu nor the chips that add', async () => {
    open('ebay', [attribute(1, 'Brand', { defaultValue: 'Acme' })], undefined, roles.guest)
    expect(((await theOne('field', 'Default for Brand')) as HTMLInputElement).readOnly).toBe(true)
    expect(all('button', /^Actions for|^All 4$/)).toEqual([])
  })
  it('LST-155 the menu sets the attribute optional, recommended or required', async () => {
    const screen = open('ebay', [attribute(1, 'Theme'), attribute(2, 'Other')])
    for (const [at, level] of (['required', 'recommended', 'optional'] as const).entries()) {
      await menu(`Set ${level}`, 'Theme')
      await until(() => sent(screen).length === at + 1)
      expect(sent(screen)[at]).toMatchObject([
        { name: 'Theme', constraint: level },
        { name: 'Other', constraint: 'optional' },
      ])
      await says(`'Theme' is ${level}.`)
    }
  })
  it('LST-156 the menu deletes the attribute after asking, and no built-in one', async () => {
    const screen = open('ebay', [attribute(1, 'Brand'), attribute(2, 'Fit')])
    await press('button', 'Actions for Brand')
    expect((await theOne('item', 'Built-in, can’t be deleted')).hasAttribute('disabled')).toBe(true)
    await press('button', 'Actions for Brand')
    await until(() => all('item').length === 0)
    await menu('Delete attribute', 'Fit')
    await press('button', 'Delete')
    await until(() => sent(screen).length === 1)
    expect(sent(screen)[0]?.map((each) => each.name)).toEqual(['Brand'])
  })
})
