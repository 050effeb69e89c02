import type { Schema } from './examples.ts'

/** A form with a file; some take other parts, as their summary says. */
export const exampleForm: Schema = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
}

const operator = {
  role: 'manufacturer',
  name: 'Northlight Pottery',
  companyName: 'Northlight Pottery GmbH',
  addressLine1: '12 Harbor Street',
  city: 'Hamburg',
  country: 'DE',
  email: 'safety@example.com',
}

/** Bodies for rules that a schema cannot tell, by operation. A test parses all examples. */
export const exampleBodies: Readonly<Record<string, unknown>> = {
  createOperator: operator,
  updateOperator: { operator, updatedAt: '2026-11-02T09:30:00.000Z' },
  saveSharingException: { productId: 41, sharing: { mode: 'shared' } },
  createOrder: {
    order: {
      source: 'Phone',
      externalOrderId: '1042',
      customer: { name: 'Ann Lee', email: 'ann@example.com' },
      items: [{ sku: 'MUG-1', quantity: 2, price: 12.5 }],
    },
  },
  updateProducts: { products: [{ id: 41, price: 14.5, quantity: 12 }] },
}
