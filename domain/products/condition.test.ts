import { describe, expect, it } from 'vitest'
import { conditionsFor, joinCondition, splitCondition, wizardConditions } from './condition.ts'

describe('a condition in two choices', () => {
  it('PRO-077 is kept as first choice, " - ", second choice', () => {
    expect(joinCondition('Used', 'Very Good')).toBe('Used - Very Good')
    expect(joinCondition('New', '')).toBe('New')
  })
  it('is read back from its text', () => {
    expect(splitCondition('Refurbished - Poor')).toEqual({ first: 'Refurbished', second: 'Poor' })
    expect(splitCondition('Parts / Not Working')).toEqual({ first: 'Parts / Not Working', second: '' })
  })
  it('PRO-074 PRO-075 Used and Refurbished ask how worn', () => {
    const worn = ['Excellent', 'Very Good', 'Good', 'Fair', 'Poor']
    expect([wizardConditions.Used, wizardConditions.Refurbished]).toEqual([worn, worn])
  })
})

it('PRO-077 the product page offers the stored value beside PRO-076', () => {
  expect(conditionsFor('Used - Fair').slice(0, 2)).toEqual(['Used - Fair', 'New'])
  expect(conditionsFor('Good')).toEqual([
    'New',
    'Like New',
    'Refurbished',
    'Excellent',
    'Good',
    'Acceptable',
    'Parts or Not Working',
  ])
})
