import type { NewOperator } from '#contract/safety/operators.ts'

/** A manufacturer as a seller enters it. */
export const operatorInput = (more: Partial<NewOperator> = {}): NewOperator => ({
  role: 'manufacturer',
  name: 'Ours',
  companyName: 'Ours GmbH',
  addressLine1: 'Hafenstr. 1',
  addressLine2: '',
  city: 'Kiel',
  region: '',
  postalCode: '24103',
  country: 'DE',
  email: 'safety@ours.example',
  phone: '',
  contactUrl: '',
  externalIds: {},
  ...more,
})
