import { expect, it } from 'vitest'
import { amountIn, signOf } from './money.ts'

it('an amount has the sign and the decimals of its currency', () =>
  expect([amountIn(39.1, 'EUR'), amountIn(6430, 'JPY'), amountIn(-1.5, 'USD'), amountIn(12, 'CAD')]).toEqual([
    '€39.10',
    '¥6,430',
    '−$1.50',
    '$12.00',
  ]))
it('a field for an amount begins with the sign', () =>
  expect(['USD', 'GBP', 'CHF'].map(signOf)).toEqual(['$', '£', 'CHF']))
