import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Ok, Time } from '../shapes.ts'
import { needsEuropeanAddress } from './europe.ts'

/** What a company is for a product. */
export const operatorRoles = ['manufacturer', 'importer', 'responsible_person'] as const
export type OperatorRole = (typeof operatorRoles)[number]
export const operatorRoleNames: Record<OperatorRole, string> = {
  manufacturer: 'Manufacturer',
  importer: 'Importer',
  responsible_person: 'EU responsible person',
}

export const MOST_OPERATORS = 500
export const operatorNameChars = 100

const text = (most: number) => z.string().trim().max(most, `Enter up to ${most} characters.`)
const required = (most: number, sentence: string) => text(most).min(1, sentence)
const optional = (most: number) => text(most).default('')

/** Lengths are those of eBay, the only channel that publishes any. */
const OperatorFields = z.object({
  role: z.enum(operatorRoles),
  /** How products and files refer to it; unique within a role. */
  name: required(operatorNameChars, 'Enter a name.'),
  companyName: required(100, 'Enter the company’s legal name.'),
  addressLine1: required(180, 'Enter the street address.'),
  addressLine2: optional(180),
  city: required(64, 'Enter a city.'),
  region: optional(64),
  postalCode: optional(20),
  /** ISO 3166. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country.'),
  email: optional(180).refine((email) => email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email), {
    error: 'Enter an email address like name@example.com.',
  }),
  phone: optional(64),
  contactUrl: optional(250).refine((url) => url === '' || /^https?:\/\/[^\s"<>]+$/i.test(url), {
    error: 'Enter a web address that starts with https:// or http://.',
  }),
  /** Integration → the id that its channel has given this operator. */
  externalIds: z.record(z.string().regex(/^\d{1,18}$/), text(64)).default({}),
})

/** An operator as it is entered: an email or a web address is needed, and a responsible person is in the EU. */
export const NewOperator = OperatorFields.superRefine((operator, c) => {
  if (operator.email === '' && operator.contactUrl === '')
    c.addIssue({ code: 'custom', path: ['email'], message: 'Enter an email address or a web address.' })
  if (operator.role === 'responsible_person' && needsEuropeanAddress(operator))
    c.addIssue({
      code: 'custom',
      path: ['country'],
      message: 'An EU responsible person must be in the EU or in Northern Ireland.',
    })
})
export type NewOperator = z.output<typeof NewOperator>

export const Operator = z.object({
  id: Id,
  role: z.enum(operatorRoles),
  name: z.string(),
  companyName: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
  email: z.string(),
  phone: z.string(),
  contactUrl: z.string(),
  externalIds: z.record(z.string(), z.string()),
  updatedAt: Time,
})
export type Operator = z.output<typeof Operator>

const changes = ['organization', 'listings'] as const
export const listOperators = endpoint({
  method: 'GET',
  path: '/operators',
  summary: 'List operators by role and name',
  needs: 'organization:read',
  reply: z.array(Operator),
})
export const createOperator = endpoint({
  method: 'POST',
  path: '/operators',
  summary: 'Create an operator',
  needs: 'products:write',
  body: NewOperator,
  reply: Operator,
  errors: ['operator_taken', 'invalid_input'],
  changes,
})
export const updateOperator = endpoint({
  method: 'PATCH',
  path: '/operators/{id}',
  summary: 'Change an operator',
  needs: 'products:write',
  params: z.object({ id: IdParam }),
  body: z.object({
    operator: NewOperator,
    /** The one that was read: a change made since is then not overwritten. */
    updatedAt: Time,
  }),
  reply: Operator,
  errors: ['not_found', 'operator_taken', 'operator_in_use', 'edit_conflict'],
  changes,
})
export const deleteOperator = endpoint({
  method: 'DELETE',
  path: '/operators/{id}',
  summary: 'Delete an unused operator',
  needs: 'products:write',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found', 'operator_in_use'],
  changes,
})
