import type { getUser, listSessions, userRoles } from '#contract/accounts.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { clientUsers, listInvitations } from '#contract/organizations/organizations.ts'

/* People of an organization, as the server sends them. */

type Profile = CallReply<typeof getUser>
type Invite = CallReply<typeof userRoles>[number]
type Member = CallReply<typeof clientUsers>[number]
type Invitation = CallReply<typeof listInvitations>[number]
type OpenSession = CallReply<typeof listSessions>[number]

export const aProfile = (over: Partial<Profile> = {}): Profile => ({
  id: 1,
  email: 'dana@example.com',
  name: 'Dana',
  description: '',
  image: '',
  emailConfirmed: true,
  ...over,
})

/** An invitation or a membership, as the person sees it. */
export const anInvite = (over: Partial<Invite> = {}): Invite => ({
  id: 3,
  userId: 1,
  clientId: 2,
  roleId: 5,
  status: 'pending',
  name: 'NorthlightGoods',
  displayName: 'Northlight Goods',
  ...over,
})

export const aMember = (over: Partial<Member> = {}): Member => ({
  id: 1,
  email: 'dana@example.com',
  name: 'Dana',
  image: '',
  roleId: 2,
  status: 'active',
  ...over,
})

/** An invitation, as an admin sees it. */
export const anInvitation = (over: Partial<Invitation> = {}): Invitation => ({
  id: 9,
  email: 'kim@example.com',
  roleId: 5,
  invitedBy: 'Dana',
  invitedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-04T10:00:00.000Z',
  expired: false,
  ...over,
})

export const aSession = (over: Partial<OpenSession> = {}): OpenSession => ({
  id: 's1',
  current: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-20T10:00:00.000Z',
  userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/130',
  address: '192.0.2.1',
  ...over,
})
