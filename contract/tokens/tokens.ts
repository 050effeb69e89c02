import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Ok, Time } from '../shapes.ts'
import { Budget, BudgetInput } from './budget.ts'
import { type Scope, scopeNames } from './scopes.ts'

/** How many tokens of an organization can be active at the same time. */
export const MOST_TOKENS = 100
export const MOST_DAYS = 366
export const USUAL_DAYS = 90
const MOST_NETWORKS = 20
const MOST_ACCOUNTS = 100

/** A person's token ends with their membership; an organization's token outlives whoever made it. */
export const tokenKinds = ['person', 'organization'] as const
export type TokenKind = (typeof tokenKinds)[number]
/** The audit log tells an AI agent from any other program. */
export const tokenUsers = ['program', 'agent'] as const

export const Token = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(tokenKinds),
  usedBy: z.enum(tokenUsers),
  /** The characters it begins and ends with. */
  hint: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  /** The only connected accounts whose listings, orders and settings it reaches; null: all. */
  integrationIds: z.array(Id).nullable(),
  /** Networks it may be used from; none: from anywhere. */
  networks: z.array(z.string()),
  budget: Budget,
  /** Null when the account is gone. */
  createdBy: Id.nullable(),
  createdByName: z.string(),
  createdAt: Time,
  /** Null: it never expires. */
  expiresAt: Time.nullable(),
  lastUsedAt: Time.nullable(),
  lastUsedFrom: z.string(),
  revokedAt: Time.nullable(),
})
export const listTokens = endpoint({
  method: 'GET',
  path: '/tokens',
  summary: 'List API tokens: your own, and as an Admin everybody’s',
  needs: 'organization:read',
  reply: z.array(Token),
})
export const createToken = endpoint({
  method: 'POST',
  path: '/tokens',
  summary: 'Create an API token (shown once)',
  needs: 'organization:read',
  noKey: 'secret answer',
  body: z.object({
    name: z.string().trim().min(1, 'Name is required.').max(80),
    kind: z.enum(tokenKinds).default('person'),
    usedBy: z.enum(tokenUsers).default('program'),
    scopes: z
      .array(z.enum(scopeNames))
      .min(1, 'Choose at least one scope.')
      .max(scopeNames.length * 2)
      .transform((names): Scope[] => [...new Set(names)]),
    /** Accounts to which it is limited; null: all, those of the future as well. */
    integrationIds: z.array(Id).min(1, 'Choose at least one account.').max(MOST_ACCOUNTS).nullable().default(null),
    /** Null: it never expires, which only an Admin may choose. */
    expiresInDays: z.number().int().min(1).max(MOST_DAYS).nullable().default(USUAL_DAYS),
    /** Addresses or networks like `203.0.113.0/24`. */
    networks: z.array(z.string().trim().max(50)).max(MOST_NETWORKS).default([]),
    /** A modest one where it is left out. */
    budget: BudgetInput.optional(),
  }),
  reply: z.object({ secret: z.string(), token: Token }),
  errors: ['forbidden', 'unsupported'],
  changes: ['account'],
})
export const updateToken = endpoint({
  method: 'PATCH',
  path: '/tokens/{id}',
  summary: 'Change the budget of an API token',
  needs: 'organization:read',
  noKey: 'sets the same',
  params: z.object({ id: IdParam }),
  body: z.object({ budget: BudgetInput }),
  reply: Token,
  errors: ['not_found'],
  changes: ['account'],
})
export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/tokens/{id}',
  summary: 'Revoke an API token',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['account'],
})
