import { z } from 'zod'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { OrderChannel } from './orders.ts'
import { Currency } from '../organizations/currency.ts'
import { Id, IdParam, Money, Ok, Time, pageQuery } from '../shapes.ts'

export const MOST_RULES = 50
export const MOST_CONDITIONS = 20
/** How many of the latest orders a rule is tried on. */
export const TRIED_ORDERS = 500

/** A comma parts tags wherever several are typed. */
export const OrderTag = z
  .string()
  .trim()
  .min(1, 'Enter a tag.')
  .max(50, 'At most 50 characters.')
  .regex(/^[^,]*$/, 'Tags can’t contain commas.')

const values = <T extends z.ZodType>(item: T, none: string) => z.array(item).min(1, none).max(100, 'At most 100.')
const word = (most: number) => z.string().trim().min(1).max(most, `At most ${most} characters.`)

/** What an order has to be; `not` means none of the values. */
export const RuleCondition = z.discriminatedUnion('field', [
  z.object({ field: z.literal('channel'), not: z.boolean(), values: values(OrderChannel, 'Choose a channel.') }),
  z.object({
    field: z.literal('country'),
    not: z.boolean(),
    /** ISO 3166. */
    values: values(z.string().regex(/^[A-Z]{2}$/, 'Choose a country.'), 'Choose a country.'),
  }),
  z.object({ field: z.literal('region'), not: z.boolean(), values: values(word(200), 'Enter a state or region.') }),
  z.object({ field: z.literal('sku'), not: z.boolean(), values: values(word(100), 'Enter a SKU.') }),
  z.object({ field: z.literal('tag'), not: z.boolean(), values: values(OrderTag, 'Enter a tag.') }),
  z.object({
    field: z.literal('total'),
    compare: z.enum(['above', 'atLeast', 'below', 'atMost']),
    amount: Money.refine((n) => n >= 0 && n <= 1e12, 'Enter an amount from 0 to 10,000,000,000.'),
    /** An order in another one does not match: nothing is converted. */
    currency: Currency,
  }),
])
export type RuleCondition = z.output<typeof RuleCondition>

export const RuleActions = z.object({
  addTags: z.array(OrderTag).max(10, 'At most 10 tags.'),
  /** '' leaves the service as it is. */
  service: z.string().trim().max(200, 'At most 200 characters.'),
  assigneeId: Id.nullable(),
  hold: z.boolean(),
})
export type RuleActions = z.output<typeof RuleActions>

const conditions = z.array(RuleCondition).max(MOST_CONDITIONS, `At most ${MOST_CONDITIONS} conditions.`)
const actions = RuleActions.refine(
  (does) => does.addTags.length > 0 || does.service !== '' || does.assigneeId !== null || does.hold,
  'Choose what is done with the order.',
)
const NewRule = z.object({ name: word(100).min(1, 'Give the rule a name.'), conditions, actions })
export type NewRule = z.output<typeof NewRule>

export const OrderRule = z.object({
  id: Id,
  name: z.string(),
  on: z.boolean(),
  conditions: z.array(RuleCondition),
  actions: RuleActions,
  /** Whom orders go to; `gone` from the organization, nobody gets them. */
  assignee: z.object({ id: Id, name: z.string(), gone: z.boolean() }).nullable(),
  updatedAt: Time,
})
export type OrderRule = z.output<typeof OrderRule>

const changes = ['orders'] as const
export const listOrderRules = endpoint({
  method: 'GET',
  path: '/orders/rules',
  summary: 'List order rules in the order they run',
  needs: 'organization:read',
  reply: z.array(OrderRule),
})
export const createOrderRule = endpoint({
  method: 'POST',
  path: '/orders/rules',
  summary: 'Create an order rule (off at first)',
  needs: 'orders:write',
  bodyBytes: MEGABYTE,
  body: NewRule,
  reply: OrderRule,
  changes,
})
export const updateOrderRule = endpoint({
  method: 'PATCH',
  path: '/orders/rules/{id}',
  summary: 'Change an order rule (turns it off)',
  needs: 'orders:write',
  bodyBytes: MEGABYTE,
  params: z.object({ id: IdParam }),
  body: NewRule.extend({
    /** The one that was read: a change made since is then not overwritten. */
    updatedAt: Time,
  }),
  reply: OrderRule,
  errors: ['not_found', 'edit_conflict'],
  changes,
})
export const switchOrderRule = endpoint({
  method: 'POST',
  path: '/orders/rules/{id}/switch',
  summary: 'Turn an order rule on or off',
  needs: 'orders:write',
  params: z.object({ id: IdParam }),
  body: z.object({
    on: z.boolean(),
    /** The one that was tried: what was changed since is not switched on unseen. */
    updatedAt: Time.optional(),
  }),
  reply: OrderRule,
  errors: ['not_found', 'edit_conflict'],
  changes,
})
export const moveOrderRule = endpoint({
  method: 'POST',
  path: '/orders/rules/{id}/move',
  summary: 'Move an order rule',
  needs: 'orders:write',
  params: z.object({ id: IdParam }),
  /** From 0. */
  body: z.object({ to: z.number().int().min(0).max(MOST_RULES) }),
  reply: z.array(OrderRule),
  errors: ['not_found'],
  changes,
})
export const deleteOrderRule = endpoint({
  method: 'DELETE',
  path: '/orders/rules/{id}',
  summary: 'Delete an order rule',
  needs: 'orders:write',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found'],
  changes,
})
/** What a rule would do to one of the latest orders, as it is now. */
export const TriedOrder = z.object({
  id: Id,
  number: z.string(),
  externalOrderId: z.string(),
  channel: OrderChannel,
  orderDate: Time,
  customer: z.string(),
  country: z.string(),
  totalAmount: Money,
  currency: z.string(),
  /** In words; none where it has all of it already. */
  changes: z.array(z.string()),
})
export const tryOrderRule = endpoint({
  method: 'POST',
  savesNothing: true,
  path: '/orders/rules/try',
  summary: 'Test a rule on recent orders',
  needs: 'orders:write',
  bodyBytes: MEGABYTE,
  query: z.object(pageQuery),
  body: z.object({
    /** The rule that is edited: those before it, that are on, go first. Absent: all that are on. */
    id: Id.nullish(),
    conditions,
    actions,
  }),
  reply: z.object({
    /** How many orders were looked at: the latest ones, at most as many as rules are tried on. */
    looked: z.number().int(),
    /** How many of them match. */
    items: z.number().int(),
    data: z.array(TriedOrder),
  }),
  errors: ['not_found'],
})
