import { expect, it } from 'vitest'
import { EbayAspect } from '#contract/channels/shapes/ebay.ts'
import { values } from './values.ts'

const aspect = (localizedAspectName: string, aspectConstraint: object) => ({
  localizedAspectName,
  aspectConstraint,
  aspectValues: [{ localizedValue: 'Cotton' }],
})

it('LST-182 takes nothing but its values where the mode of an aspect is SELECTION_ONLY', () => {
  const rules = values({
    aspects: [aspect('Material', { aspectMode: 'SELECTION_ONLY' }), aspect('Style', { aspectMode: 'FREE_TEXT' })],
  })
  const strict = (name: string) => rules.find((rule) => rule.name === name)?.strict
  expect([strict('Material'), strict('Style')]).toEqual([true, false])
})

it('LST-183 recommended and optional are the usage of an aspect, and say nothing of its mode', () => {
  const read = (aspectUsage: string) =>
    EbayAspect.parse(aspect('Style', { aspectUsage, aspectMode: 'SELECTION_ONLY' })).aspectConstraint
  expect(read('RECOMMENDED')).toMatchObject({ aspectUsage: 'RECOMMENDED', aspectMode: 'SELECTION_ONLY' })
  expect(read('OPTIONAL')).toMatchObject({ aspectUsage: 'OPTIONAL', aspectMode: 'SELECTION_ONLY' })
  const [, rule] = values({ aspects: [aspect('Style', { aspectUsage: 'RECOMMENDED', aspectMode: 'SELECTION_ONLY' })] })
  expect(rule).toMatchObject({ name: 'Style', strict: true, required: false })
})
