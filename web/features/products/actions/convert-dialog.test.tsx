// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { convertProduct, previewConversion } from '#contract/products/converting.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { listTemplates } from '#contract/templates.ts'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { answer, away, choose, theOne, press, refusal, says, show } from '#web/testing/screen.tsx'
import { type Opened, OpenedProduct } from '../page/editor.ts'
import { ProductActions } from './product-actions.tsx'

afterEach(away)

const row = (name: string, more: object = {}) => ({
  name,
  value: 'Red',
  fate: 'own' as const,
  to: '',
  variations: 0,
  problem: '',
  ...more,
})
const templates = [aTemplate(), aTemplate({ id: 8, name: 'Mugs' })]

function open(liveOn: 'ebay'[] = [], reply = answer(convertProduct, refusal({ status: 400, message: 'Not now.' }))) {
  const product = aProduct({ liveOn })
  const editor = { draft: {}, doubts: [], dirty: false, saving: false, save: () => Promise.resolve(true) }
  const screen = show(
    <OpenedProduct value={{ product, template: aTemplate(), editor } as unknown as Opened}>
      <ProductActions />
    </OpenedProduct>,
    {
      at: '/product/12',
      answers: [
        answer(listAccounts, []),
        answer(listTemplates, templates as never),
        answer(previewConversion, ({ body }) => {
          const { attributes } = body as { attributes: { name: string; to: string | null }[] }
          const to = attributes[0]?.to
          return {
            rows: [
              row('Glaze', { fate: 'same', to: 'GLAZE' }),
              row('Colour', to ? { fate: 'mapped', to } : {}),
              row('Care', { fate: 'default', to: 'Care' }),
            ],
            missing: ['Kiln'],
            free: ['Color', 'Kiln'],
          } as never
        }),
        reply,
      ],
    },
  )
  return screen
}

describe('converting a product on its page', () => {
  it('the icon is disabled while the product is live, and says what to do', async () => {
    open(['ebay'])
    await press('button', 'More')
    const icon = await theOne('item', /^Change template/)
    expect([icon.getAttribute('aria-disabled'), icon.getAttribute('aria-description')]).toEqual([
      'true',
      'unlist it from eBay first',
    ])
  })

  it('TPL-227 shows what becomes of each attribute, takes a choice, and says why when it is refused', async () => {
    const screen = open()
    await press('button', 'More')
    await press('item', /^Change template/)
    await press('button', 'Change template', await theOne('dialog', /^Change template of/))
    await says('Choose a template.')
    await choose('Template', 'Mugs')
    await says('Stays, as GLAZE')
    await says('New: the default of Mugs')
    await says('It will be missing Kiln.')
    await choose('What happens to Colour', 'Becomes Color')
    await says('It will be missing Kiln.')
    await press('button', 'Change template', await theOne('dialog', /^Change template of/))
    await says('Not now.')
    expect(screen.sent(convertProduct)).toEqual([
      { productId: 12, productTemplateId: 8, attributes: [{ name: 'Colour', to: 'Color' }] },
    ])
  })
})
