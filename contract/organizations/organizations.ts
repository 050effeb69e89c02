import { z } from 'zod'
import { FAR_DATE, isNear } from '../dates.ts'
import { endpoint } from '../endpoint.ts'
import { Email } from '../accounts.ts'
import { Currency } from './currency.ts'
import { Id, IdParam, Ok, Time, pageOf, pageQuery } from '../shapes.ts'

/** A place of the tz database, like `America/New_York`, under the name that most know. */
const TimeZone = z
  .string()
  .max(60)
  .transform((name, c) => {
    try {
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
      if (timeZone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(timeZone)) return timeZone
    } catch {
      /* said below */
    }
    c.addIssue({ code: 'custom', message: 'Choose a time zone.' })
    return z.NEVER
  })

/** Letters and digits only (ORG-006). */
export const OrganizationName = z.string().regex(/^[A-Za-z0-9]{1,60}$/, 'Letters and digits only.')
export const Organization = z.object({
  id: Id,
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  requireTwoFactor: z.boolean(),
  /** Of its prices and sums. */
  currency: Currency,
  /** Whose days the figures of analytics and dashboard are told by. */
  timeZone: z.string(),
  /** In what the figures are told while they are still counted anew in those above; null where that is done. */
  figuresIn: z.object({ currency: z.string(), timeZone: z.string() }).nullable(),
  /** Whether exchange rates were saved with which the figures are still counted anew. */
  ratesWait: z.boolean(),
})

export const getUserClients = endpoint({
  method: 'GET',
  path: '/users/getUserClients',
  summary: 'List the organizations you can log in to',
  needs: 'session',
  reply: z.array(z.object({ id: Id, displayName: z.string() })),
})
export const clientLogin = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/clientLogin',
  summary: 'Log in to an organization',
  needs: 'session',
  body: z.object({ clientLoginId: z.coerce.number().int().positive() }),
  reply: z.string(),
  errors: ['forbidden'],
  changes: ['account'],
})
export const createClient = endpoint({
  method: 'POST',
  path: '/users/createClient',
  summary: 'Create an organization',
  needs: 'session',
  body: z.object({
    name: OrganizationName,
    displayName: z.string().trim().min(1, 'Display name is required.').max(80),
    description: z.string().max(2000).default(''),
  }),
  reply: Organization,
  errors: ['organization_taken', 'email_unconfirmed'],
  changes: ['account', 'organization'],
})
export const getClient = endpoint({
  method: 'GET',
  path: '/admin/getClient',
  summary: 'Get the organization',
  needs: 'organization:read',
  query: z.object({ clientName: z.string().optional(), clientId: IdParam.optional() }),
  reply: Organization,
  errors: ['not_found'],
})
export const updateClient = endpoint({
  method: 'POST',
  path: '/admin/updateClient',
  summary: 'Save the organization',
  needs: 'organization:write',
  body: z.object({
    clientId: Id,
    displayName: z.string().trim().min(1, 'Display name is required.').max(80),
    description: z.string().max(2000).default(''),
    /** Members without two-factor sign-in are then asked to set it up before anything else. Absent: as it was. */
    requireTwoFactor: z.boolean().optional(),
    /** Absent: as it was. Prices stay the numbers that they are. */
    currency: Currency.optional(),
    /** Absent: as it was. Sums follow at once, or by a job where there are very many orders (`figuresIn`). */
    timeZone: TimeZone.optional(),
  }),
  reply: Organization,
  errors: ['not_found', 'second_factor_setup_required'],
  changes: ['organization'],
})
/** Who has not accepted yet is known by an invitation's id and without a name, whether or not the email has an account. */
export const Member = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  image: z.string(),
  roleId: z.number().int(),
  status: z.enum(['pending', 'active']),
})
export const clientUsers = endpoint({
  method: 'GET',
  path: '/admin/clientUsers',
  summary: 'List members and invitations',
  needs: 'organization:read',
  reply: z.array(Member),
})
export const addUserRole = endpoint({
  method: 'POST',
  path: '/admin/addUserRole',
  summary: 'Invite someone',
  needs: 'people:write',
  body: z.object({ clientId: Id, userEmail: Email, userRole: z.coerce.number().int().min(2).max(5) }),
  reply: Ok,
  errors: ['not_found', 'already_member'],
  changes: ['members'],
})
/** ORG-051. `userId` is the id that `clientUsers` tells, also that of an invitation. */
export const changeUserRole = endpoint({
  method: 'POST',
  path: '/admin/changeUserRole',
  summary: "Change a member's role",
  needs: 'people:write',
  body: z.object({ clientId: Id, userId: Id, userRole: z.coerce.number().int().min(2).max(5) }),
  reply: Ok,
  errors: ['not_found', 'last_admin'],
  changes: ['members'],
})
export const removeUser = endpoint({
  method: 'POST',
  path: '/admin/removeUser',
  summary: 'Remove a member or cancel an invitation',
  needs: 'people:write',
  body: z.object({ clientId: Id, userId: Id }),
  reply: Ok,
  errors: ['not_found', 'last_admin'],
  changes: ['members'],
})
export const endMemberSessions = endpoint({
  method: 'POST',
  path: '/admin/endUserSessions',
  summary: 'Log a member out of the organization everywhere',
  needs: 'people:write',
  body: z.object({ clientId: Id, userId: Id }),
  reply: Ok,
  errors: ['not_found'],
})

/** `id` is the one that `clientUsers` tells. An invitation holds for 14 days; sent again, for 14 more. */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  roleId: z.number().int(),
  invitedBy: z.string(),
  invitedAt: Time,
  expiresAt: Time,
  expired: z.boolean(),
})
export const listInvitations = endpoint({
  method: 'GET',
  path: '/admin/invitations',
  summary: 'List pending and expired invitations',
  needs: 'people:write',
  reply: z.array(Invitation),
})
export const resendInvitation = endpoint({
  method: 'POST',
  path: '/admin/invitations/{id}/resend',
  summary: 'Resend an invitation (extends it by 14 days)',
  needs: 'people:write',
  params: z.object({ id: IdParam }),
  body: z.unknown().optional(),
  reply: Ok,
  errors: ['not_found', 'too_many_requests'],
  changes: ['members'],
})
export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/admin/invitations/{id}',
  summary: 'Cancel an invitation',
  needs: 'people:write',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['members'],
})

const Moment = z
  .union([z.iso.datetime(), z.iso.date()])
  .refine((text) => isNear(Date.parse(text)), FAR_DATE)
  .transform((text) => new Date(text))
export const AuditEntry = z.object({
  id: Id,
  at: Time,
  /** Null when Motto itself or an organization's token acted, or the account is gone. */
  userId: Id.nullable(),
  userName: z.string(),
  /** A job is Motto itself. */
  actor: z.enum(['person', 'token', 'agent', 'job']),
  /** The API token with which somebody acted; '' without one. */
  tokenName: z.string(),
  entity: z.string(),
  entityId: z.number().int(),
  entityName: z.string(),
  /** A product's title, beside its SKU. */
  entityTitle: z.string(),
  /** Whether the record is still there. */
  exists: z.boolean(),
  /** Of an integration, a listing or a listing template; '' otherwise. */
  channel: z.string(),
  /** The product of a listing, the template of a listing template. */
  parentId: Id.nullable(),
  action: z.string(),
  /** The changed fields, before and after. */
  old: z.record(z.string(), z.unknown()).nullable(),
  new: z.record(z.string(), z.unknown()).nullable(),
})
export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/admin/auditEntries',
  summary: 'List the audit log, newest first',
  needs: 'people:write',
  query: z.object({
    ...pageQuery,
    /** One kind, or several with commas: `member,organization,user`. */
    entity: z
      .string()
      .regex(/^[\w-]+(,[\w-]+)*$/)
      .max(200)
      .optional(),
    entityId: IdParam.optional(),
    userId: IdParam.optional(),
    /** From this moment on, and before that one. */
    from: Moment.optional(),
    to: Moment.optional(),
  }),
  reply: pageOf(AuditEntry),
})

const searchQuery = z.object({ ...pageQuery, search: z.string().trim().max(200).optional() })
export const allClients = endpoint({
  method: 'GET',
  path: '/superAdmin/clients',
  summary: 'List all organizations',
  needs: 'everything:admin',
  query: searchQuery,
  reply: pageOf(
    z.object({
      id: Id,
      name: z.string(),
      displayName: z.string(),
      members: z.number().int(),
      products: z.number().int(),
      orders: z.number().int(),
      requireTwoFactor: z.boolean(),
      createdAt: Time,
    }),
  ),
})
export const allUsers = endpoint({
  method: 'GET',
  path: '/superAdmin/users',
  summary: 'List all users',
  needs: 'everything:admin',
  query: searchQuery,
  reply: pageOf(
    z.object({
      id: Id,
      email: z.string(),
      name: z.string(),
      emailConfirmed: z.boolean(),
      isSuper: z.boolean(),
      twoFactor: z.boolean(),
      organizations: z.number().int(),
      createdAt: Time,
    }),
  ),
})

export const Start = z.object({
  /** Of the organization's prices. */
  currency: Currency,
  templates: z.number().int(),
  products: z.number().int(),
  connectedChannels: z.number().int(),
  /** On a channel, counted up to 1,000. */
  liveListings: z.number().int(),
  /** Whether anything was ever live: what was sold out or ended since was a first listing all the same. */
  listedOnce: z.boolean(),
  orders: z.number().int(),
  openOrders: z.number().int(),
  oversoldOrders: z.number().int(),
  /** To be shipped, and their ship-by date has passed; counted up to 1,000. */
  lateOrders: z.number().int(),
  /** To be shipped within what is left of today; counted up to 1,000. */
  dueTodayOrders: z.number().int(),
  /** Ready to be packed: paid, in stock and not on hold; counted up to 1,000. */
  packableOrders: z.number().int(),
  /** Open orders with lines of SKUs that nobody knows, beside those that are oversold. */
  unknownOrders: z.number().int(),
  /** Proposals that wait for approval; 0 for who may not approve them. */
  waitingProposals: z.number().int(),
  /** Refused or failed, counted up to 1,000. */
  failedListings: z.number().int(),
  /** Channels that nothing, or no order, comes through: disconnected, or held up. */
  heldChannels: z.number().int(),
  /**
   * Live listings that do not show what we say, by reason; each counted up to 1,000. Refused ones are among the failed. Those not kept in step are looked
   * for among the 2,000 of the newest products.
   */
  outOfStep: z.object({
    notKept: z.number().int(),
    pending: z.number().int(),
    held: z.number().int(),
    /** Its channel goes on showing more than there is. */
    tooMany: z.number().int(),
  }),
  /** Like 2026-11-21, where the organization is. */
  today: z.string(),
  /** Whether the reader put the first steps away. */
  firstStepsHidden: z.boolean(),
})
/** What the start page and the sidebar's counts show. */
export const getStart = endpoint({
  method: 'GET',
  path: '/organization/start',
  summary: 'Get counts for the dashboard',
  needs: 'organization:read',
  reply: Start,
})
export const hideFirstSteps = endpoint({
  method: 'POST',
  path: '/organization/firstSteps',
  summary: 'Hide or show your setup guide',
  needs: 'organization:read',
  body: z.object({ hidden: z.boolean() }),
  reply: Ok,
  changes: ['organization'],
})
