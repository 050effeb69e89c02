import { expect, it } from 'vitest'
import { wantedInstead } from './rules.ts'

it.each<[string, string[], string | number | boolean, string | undefined]>([
  ['NUMBER_GREATER', ['17'], 17, 'numbers above 17'],
  ['NUMBER_GREATER', ['17'], 17.5, undefined],
  ['NUMBER_GREATER_THAN_EQ', ['0'], 0, undefined],
  ['NUMBER_GREATER_THAN_EQ', ['0'], Number.NaN, 'numbers from 0'],
  ['NUMBER_LESS', ['90'], 90, 'numbers below 90'],
  ['NUMBER_LESS_THAN_EQ', ['12'], 12, undefined],
  ['NUMBER_EQ', ['2'], 3, 'the number 2'],
  ['NUMBER_NOT_EQ', ['13'], 13, 'numbers other than 13'],
  ['NUMBER_BETWEEN', ['1', '5'], 5, undefined],
  ['NUMBER_BETWEEN', ['1', '5'], 6, 'numbers between 1 and 5'],
  ['NUMBER_BETWEEN', ['1', '5'], 'five', 'numbers between 1 and 5'],
  ['NUMBER_NOT_BETWEEN', ['10', '20'], 10, 'numbers not between 10 and 20'],
  ['NUMBER_BETWEEN', ['=A1', '=A2'], 6, undefined],
  ['NUMBER_BETWEEN', ['=A1', '=A2'], 'six', 'numbers'],
  ['NUMBER_LESS', ['1,5'], 6, undefined],
  ['NUMBER_LESS', [], 6, undefined],
  ['TEXT_EQ', ['Summer'], 'summer', 'the text "Summer"'],
  ['TEXT_CONTAINS', ['linen'], 'Soft Linen', undefined],
  ['TEXT_NOT_CONTAINS', ['organic'], '100 % Organic', 'texts without "organic"'],
  ['TEXT_NOT_CONTAINS', ['=B2'], 'Organic', undefined],
  ['TEXT_IS_EMAIL', [], 'dana@northlight.example', undefined],
  ['TEXT_IS_EMAIL', [], 'dana', 'e-mail addresses'],
  ['TEXT_IS_URL', [], 'northlight.example/mugs?x=1', undefined],
  ['TEXT_IS_URL', [], 'https://حياكة.example', undefined],
  ['TEXT_IS_URL', [], 'our shop', 'web addresses'],
  ['BOOLEAN', [], true, undefined],
  ['BOOLEAN', [], 'partly', 'yes or no'],
  ['BOOLEAN', ['J', 'N'], 'J', undefined],
  ['CUSTOM_FORMULA', ['=ISBLANK(A1)'], 'x', undefined],
  ['NUMBER_EQ', ['2'], '', undefined],
])('a column of %s %j takes %j, or wants %j', (dataType, bounds, cell, expected) => {
  expect(wantedInstead({ dataType, bounds }, cell)).toBe(expected)
})
