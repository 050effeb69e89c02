/** What the browser knows about the signed-in user; never a secret (ACC-012..ACC-019, ACC-025). */
export interface SessionUser {
  id: number
  userUUID: string
  image: string | null
  email: string
  name: string
  emailConfirmed: boolean
  /** Role in the selected organization; null when none is selected. */
  roleId: number | null
  clientIds: number[]
  clientId: number | null
  clientName: string | null
  /** Of the selected organization's prices, ISO 4217. */
  currency: string
  /** Whether two-factor sign-in is on. */
  twoFactor: boolean
  /** The selected organization asks for two-factor sign-in and it is off: nothing works there until it is set up. */
  secondFactorSetupRequired: boolean
}

const text = (v: unknown) => (typeof v === 'string' ? v : '')
const id = (v: unknown) => (typeof v === 'number' && v > 0 ? v : null)

/** Reads the `user` cookie; anything that is not a user is nobody. */
export function parseSession(raw: string): SessionUser | null {
  if (!raw) return null
  let value: Record<string, unknown>
  try {
    value = JSON.parse(decodeURIComponent(raw)) as Record<string, unknown>
  } catch {
    return null
  }
  const userId = id(value?.id)
  if (userId === null) return null
  return {
    id: userId,
    userUUID: text(value.userUUID),
    image: text(value.image) || null,
    email: text(value.email),
    name: text(value.name),
    emailConfirmed: value.emailConfirmed === true,
    roleId: id(value.roleId),
    clientIds: Array.isArray(value.clientIds) ? value.clientIds.filter((c): c is number => id(c) !== null) : [],
    clientId: id(value.clientId),
    clientName: text(value.clientName) || null,
    currency: text(value.currency) || 'USD',
    twoFactor: value.twoFactor === true,
    secondFactorSetupRequired: value.secondFactorSetupRequired === true,
  }
}

/** ORG-076: a super-admin's role id is 1 or lower. */
export const isSuperAdmin = (user: Pick<SessionUser, 'roleId'>): boolean => user.roleId !== null && user.roleId <= 1

/** ORG-077: admin rights begin at role id 2. */
export const isAdmin = (user: Pick<SessionUser, 'roleId'>): boolean => user.roleId !== null && user.roleId <= 2
