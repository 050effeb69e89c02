import { z } from 'zod'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { Id, IdParam, Time } from '../shapes.ts'

/** MAP-035..MAP-042. */
export const operators = [
  'equals',
  'not equals',
  'contains',
  'not contains',
  'less than',
  'greater than',
  'sum less than',
  'sum greater than',
] as const
/** MAP-044..MAP-046: how many of the inputs must match. */
export const qualifiers = ['all', 'any', 'none'] as const
/** MAP-048..MAP-058. The last five make one value of several. */
export const actionNames = [
  'use value',
  'set value',
  'append',
  'prepend',
  'split by',
  'join with',
  'sum all',
  'multiply all',
  'max',
  'min',
] as const
/** The texts of a product that rules rewrite. */
export const ruledTexts = ['title', 'description'] as const
export type RuledText = (typeof ruledTexts)[number]

const Text = z.string().max(10_000)
/** MAP-025..MAP-029. */
export const Condition = z.object({
  uuid: z.uuid(),
  /** References joined by commas: `{{Brand}},{{Color}}`. */
  input: Text,
  operator: z.enum(operators).default('equals'),
  qualifier: z.enum(qualifiers).default('all'),
  /** Values joined by commas; each may hold references. */
  value: Text.default(''),
})
/** MAP-023, MAP-024. */
export const ConditionSet = z.object({ uuid: z.uuid(), conditions: z.array(Condition).max(100) })
/** MAP-030..MAP-034. */
export const Action = z.object({
  uuid: z.uuid(),
  /** `title` or `description`, or references joined by commas; blank is what the mapping applies to. */
  target: Text.default(''),
  action: z.enum(actionNames),
  /** References joined by commas. */
  input: Text.default(''),
  /** A text with references, or what inputs are joined with or split by. */
  value: Text.default(''),
})
/** MAP-020..MAP-022. */
export const Rule = z.object({
  uuid: z.uuid(),
  conditionSets: z.array(ConditionSet).max(50),
  actions: z.array(Action).max(50),
})
export type Condition = z.output<typeof Condition>
export type Action = z.output<typeof Action>
export type Rule = z.output<typeof Rule>

/** What a mapping does, wherever it lives. */
export interface RuleSet {
  uuid: string
  name: string
  applyTo: RuledText
  ownerType: OwnerType
  index: number
  active: boolean
  /** For the product at hand. */
  enabled: boolean
  rules: readonly Rule[]
}

/** MAP-115..MAP-117. */
export const ValueEntry = z.object({
  uuid: z.uuid(),
  sourceValues: z.array(z.string().max(1000)).max(1000),
  targetValue: z.string().max(1000),
})
/** MAP-112..MAP-114. */
export const FieldMapping = z.object({
  uuid: z.uuid(),
  targetName: z.string().max(200),
  values: z.array(ValueEntry).max(10_000),
})
export type FieldMapping = z.output<typeof FieldMapping>

export const ownerTypes = ['Template', 'Global'] as const
export type OwnerType = (typeof ownerTypes)[number]

/** MAP-006..MAP-019. Those of a template come before the global ones; `enabled` is said for the product that is asked about. */
export const DynamicMapping = z.object({
  uuid: z.uuid(),
  clientId: Id,
  applyTo: z.enum(ruledTexts),
  /** The template that it is seen from, where one was asked about. */
  parentId: Id.nullable(),
  parentType: z.literal('Template'),
  /** Its template, or the organization of a global one. */
  ownerId: Id,
  ownerType: z.enum(ownerTypes),
  name: z.string(),
  description: z.string(),
  index: z.number().int(),
  active: z.boolean(),
  enabled: z.boolean(),
  rules: z.array(Rule),
  updatedAt: Time,
})
export type DynamicMapping = z.output<typeof DynamicMapping>

export const DynamicMappingChange = z.object({
  uuid: z.uuid(),
  name: z.string().trim().min(1, 'Name is required.').max(120),
  description: z.string().max(2000).default(''),
  /** Where it is left out, its place in the list. */
  index: z.number().int().min(0).optional(),
  active: z.boolean().default(true),
  enabled: z.boolean().default(true),
  rules: z.array(Rule).max(500),
})

const seenFrom = {
  parentType: z.literal('Template').optional(),
  parentId: IdParam.optional(),
  ownerId: IdParam.optional(),
  /** The product whose switches are asked about or set. */
  childType: z.literal('Product').optional(),
  childId: IdParam.optional(),
}
export const listDynamicMappings = endpoint({
  method: 'GET',
  path: '/mapping/dynamicMapping',
  summary: 'List a template’s dynamic mapping rules and the global ones',
  needs: 'organization:read',
  query: z.object({ ...seenFrom, ownerType: z.enum(ownerTypes).optional(), applyTo: z.enum(ruledTexts).optional() }),
  reply: z.array(DynamicMapping),
  errors: ['not_found'],
})
export const saveDynamicMappings = endpoint({
  method: 'POST',
  path: '/mapping/dynamicMapping',
  summary: 'Replace a tab’s dynamic mapping rules',
  needs: 'templates:write',
  bodyBytes: 2 * MEGABYTE,
  query: z.object({ ...seenFrom, ownerType: z.enum(ownerTypes).default('Template'), applyTo: z.enum(ruledTexts) }),
  body: z.object({ dynamicMappings: z.array(DynamicMappingChange).max(200) }),
  reply: z.array(DynamicMapping),
  errors: ['not_found', 'invalid_input'],
  changes: ['templates', 'listings'],
})
