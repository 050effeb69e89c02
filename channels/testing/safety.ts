import type { OperatorRole } from '#contract/safety/operators.ts'
import type { Safety, SafetyOperator } from '#domain/safety/safety.ts'

const roles = ['manufacturer', 'importer', 'responsible_person'] as const
const operator = (role: OperatorRole, more: Partial<SafetyOperator>): SafetyOperator => ({
  role,
  name: 'Acme',
  companyName: 'Acme GmbH',
  addressLine1: 'Hafenstr. 1',
  addressLine2: '',
  city: 'Kiel',
  region: '',
  postalCode: '24103',
  country: 'DE',
  email: 'safety@acme.example',
  phone: '',
  contactUrl: '',
  externalId: '',
  ...more,
})

/** What a listing says of product safety, with these operators. */
export const madeBy = (
  operators: Partial<Record<OperatorRole, Partial<SafetyOperator>>>,
  unknown: Safety['unknown'] = {},
): Safety => ({
  operators: Object.fromEntries(
    roles.flatMap((role) => (operators[role] ? [[role, operator(role, operators[role])]] : [])),
  ),
  unknown,
  warnings: {},
  pictograms: [],
  statements: [],
  documents: [],
  unreadDocuments: [],
})
