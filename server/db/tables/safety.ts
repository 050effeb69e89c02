import type { OperatorRole } from '#contract/safety/operators.ts'
import type { Generated } from 'kysely'
import type { At, Json, Owned } from './columns.ts'

/** Manufacturers, importers and EU responsible persons. */
export interface OperatorsTable extends Owned {
  role: OperatorRole
  name: string
  companyName: string
  addressLine1: string
  addressLine2: Generated<string>
  city: string
  region: Generated<string>
  postalCode: Generated<string>
  country: string
  email: Generated<string>
  phone: Generated<string>
  contactUrl: Generated<string>
  externalIds: Json<Record<string, string>>
  updatedAt: At
}
