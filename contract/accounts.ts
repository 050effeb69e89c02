import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, ImageUrl, Ok, Time } from './shapes.ts'

/** No spaces, an `@`, and a dot after it (ACC-171). */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
export const Email = z.string().trim().max(254).regex(emailPattern, 'Email is not valid.')
/** SHA-256 of the password's UTF-8 bytes in lower-case hex (ACC-174); the plain password never leaves the browser. */
export const PasswordHash = z.string().regex(/^[0-9a-f]{64}$/, 'The password must be sent as its SHA-256 in hex.')

/** What the `user` cookie and the browser's state hold (ACC-012..019, ACC-025); never a secret. */
export const SessionUser = z.object({
  id: Id,
  userUUID: z.string(),
  image: z.string(),
  email: z.string(),
  name: z.string(),
  emailConfirmed: z.boolean(),
  /** In the selected organization; 1 for a super-admin; null without one. */
  roleId: z.number().int().nullable(),
  clientIds: z.array(Id),
  clientId: Id.nullable(),
  clientName: z.string(),
  currency: z.string(),
  /** Get the state of two-factor authentication. */
  twoFactor: z.boolean(),
  /** The selected organization asks for two-factor sign-in and it is off: every call but those about oneself is refused. */
  secondFactorSetupRequired: z.boolean(),
})
export type SessionUser = z.output<typeof SessionUser>

/** `data` of every call that signs in: the session token itself (ACC-178, ACC-180, ORG-087). */
const Token = z.string()
/** Six digits of an authenticator app, or a backup code. */
const SecondFactor = z.string().trim().min(1, 'Enter a code.').max(40)

export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string(),
  emailConfirmed: z.boolean(),
})
export const RoleInvite = z.object({
  id: Id,
  userId: Id,
  clientId: Id,
  roleId: z.number().int(),
  status: z.enum(['pending', 'accepted']),
  name: z.string(),
  displayName: z.string(),
})

export const login = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/login',
  summary: 'Log in with a password or an email link',
  needs: 'public',
  body: z.object({
    email: Email,
    password: z.union([PasswordHash, z.literal('')]).default(''),
    accessToken: z.string().max(4000).optional().nullable(),
    /** Asked for by `second_factor_required`; the call is then repeated with it. */
    otp: z.string().trim().max(40).optional().nullable(),
  }),
  reply: Token,
  errors: ['bad_credentials', 'second_factor_required', 'second_factor_wrong', 'too_many_requests'],
  changes: ['account'],
})
export const logout = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/logout',
  summary: 'Log out',
  needs: 'public',
  body: z.unknown().optional(),
  reply: Ok.extend({
    /** The page of the identity provider that ends its session, too, where the operator wants that. */
    logoutUrl: z.string().optional(),
  }),
  changes: ['account'],
})
export const createAccount = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/createAccount',
  summary: 'Sign up',
  needs: 'public',
  body: z.object({ email: Email, password: PasswordHash, checkPassword: PasswordHash }),
  reply: Token,
  errors: ['email_taken', 'invalid_input', 'too_many_requests'],
  changes: ['account'],
})
export const confirmEmail = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/confirmEmail',
  summary: 'Confirm an email address with the code from an email',
  needs: 'public',
  body: z.object({ uuid: z.uuid(), code: z.string().min(1).max(200) }),
  reply: Ok,
  errors: ['code_invalid', 'too_many_requests'],
  changes: ['account'],
})
export const sendConfirmationEmail = endpoint({
  method: 'POST',
  noKey: 'mails again',
  path: '/users/sendConfirmationEmail',
  summary: 'Send a new confirmation email',
  needs: 'session',
  body: z.unknown().optional(),
  reply: Ok,
  errors: ['too_many_requests'],
})
export const confirmation = endpoint({
  method: 'GET',
  path: '/users/confirmation',
  summary: 'Get the available ways to confirm your email',
  needs: 'session',
  reply: z.object({
    /** Whether mails leave this installation; without a mail server they are kept as files on its machine. */
    mailed: z.boolean(),
    /** Whether `confirmHere` would be granted: this browser runs on the machine itself. */
    here: z.boolean(),
  }),
})
export const confirmHere = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/confirmHere',
  summary: 'Confirm your email on a computer without a mail server',
  needs: 'session',
  body: z.unknown().optional(),
  reply: Ok,
  errors: ['forbidden', 'too_many_requests'],
  changes: ['account'],
})
export const sendResetPasswordEmail = endpoint({
  method: 'POST',
  noKey: 'mails again',
  path: '/users/sendResetPasswordEmail',
  summary: 'Send a password reset email',
  needs: 'public',
  body: z.object({ email: Email }),
  reply: Ok,
  errors: ['too_many_requests'],
})
export const resetPassword = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/resetPassword',
  summary: 'Set a new password with the code from an email',
  needs: 'public',
  body: z.object({
    uuid: z.uuid(),
    code: z.string().min(1).max(200),
    password: PasswordHash,
    checkPassword: PasswordHash,
  }),
  reply: Ok,
  errors: ['code_invalid', 'invalid_input', 'too_many_requests'],
})
export const sendLoginEmail = endpoint({
  method: 'POST',
  noKey: 'mails again',
  path: '/users/sendLoginEmail',
  summary: 'Send a login link by email',
  needs: 'public',
  body: z.object({ email: Email }),
  reply: Ok,
  errors: ['too_many_requests'],
})
export const getUser = endpoint({
  method: 'GET',
  path: '/users/user',
  summary: 'Get your profile',
  needs: 'session',
  query: z.object({ userId: IdParam.optional() }),
  reply: User,
  errors: ['forbidden', 'not_found'],
})
export const updateUser = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/users/user',
  summary: 'Save your profile',
  needs: 'session',
  body: z.object({
    user: z.object({
      id: Id.optional(),
      name: z.string().trim().max(120).optional(),
      description: z.string().max(2000).optional(),
      image: z.union([z.literal(''), ImageUrl]).optional(),
    }),
  }),
  reply: User,
  errors: ['forbidden'],
  changes: ['account'],
})
export const userRoles = endpoint({
  method: 'GET',
  path: '/users/userRoles',
  summary: 'List your invitations and memberships',
  needs: 'session',
  query: z.object({ userId: IdParam.optional() }),
  reply: z.array(RoleInvite),
  errors: ['forbidden'],
})
const RoleChoice = z.object({ userId: Id.optional(), clientId: Id })
export const acceptRole = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/users/acceptRole',
  summary: 'Accept an invitation',
  needs: 'session',
  body: RoleChoice,
  reply: Ok,
  errors: ['forbidden', 'not_found'],
  changes: ['account'],
})
export const declineRole = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/users/declineRole',
  summary: 'Decline an invitation',
  needs: 'session',
  body: RoleChoice,
  reply: Ok,
  errors: ['forbidden', 'not_found'],
  changes: ['account'],
})

/** What an invitation's link says of itself, to whoever holds it. */
export const InvitationLink = z.object({
  organization: z.string(),
  roleId: z.number().int(),
  invitedBy: z.string(),
  email: z.string(),
  /** Whether the email has an account whose email is confirmed: its owner then logs in, nobody sets a password here. */
  hasAccount: z.boolean(),
})
const InvitationToken = z.string().min(1).max(200)
/** Asked with the link's token in the body, so that it stands in no log of addresses. */
export const readInvitation = endpoint({
  method: 'POST',
  savesNothing: true,
  path: '/users/invitation',
  summary: 'Get an invitation',
  needs: 'public',
  body: z.object({ token: InvitationToken }),
  reply: InvitationLink,
  errors: ['code_invalid', 'too_many_requests'],
})
export const joinByInvitation = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/invitation/join',
  summary: 'Accept an invitation with its link',
  needs: 'public',
  body: z.object({
    token: InvitationToken,
    name: z.string().trim().max(120).default(''),
    password: PasswordHash.optional(),
    checkPassword: PasswordHash.optional(),
  }),
  reply: Token,
  errors: ['code_invalid', 'invalid_input', 'unauthenticated', 'forbidden', 'too_many_requests'],
  changes: ['account'],
})

export const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: Time,
  lastSeenAt: Time,
  userAgent: z.string(),
  address: z.string(),
})
export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  summary: 'List your active sessions',
  needs: 'session',
  reply: z.array(Session),
})
export const endSessions = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/endSessions',
  summary: 'Log out of all other sessions',
  needs: 'session',
  body: z.unknown().optional(),
  reply: Ok,
  changes: ['account'],
})

export const TwoFactorState = z.object({
  enabled: z.boolean(),
  enabledAt: Time.nullable(),
  backupCodesLeft: z.number().int(),
  /** Organizations of one's own that ask for it, by display name. */
  requiredBy: z.array(z.string()),
})
export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/users/twoFactor',
  summary: 'Get the state of two-factor authentication',
  needs: 'session',
  reply: TwoFactorState,
})
export const beginTwoFactor = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/twoFactor/begin',
  summary: 'Create a secret for an authenticator app',
  needs: 'session',
  body: z.object({ password: PasswordHash }),
  /** The secret in base32, the same as an address for the app, and that as a picture (the text of an SVG). */
  reply: z.object({ secret: z.string(), url: z.string(), qr: z.string() }),
  errors: ['invalid_input', 'email_unconfirmed', 'two_factor_on', 'too_many_requests'],
})
/** Shown once: only hashes are kept. */
export const BackupCodes = z.object({ backupCodes: z.array(z.string()) })
export const confirmTwoFactor = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/twoFactor/confirm',
  summary: 'Turn on two-factor authentication with a code from the app',
  needs: 'session',
  body: z.object({ code: SecondFactor }),
  reply: BackupCodes,
  errors: ['invalid_input', 'two_factor_on', 'two_factor_off', 'too_many_requests'],
  changes: ['account'],
})
export const disableTwoFactor = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/twoFactor/disable',
  summary: 'Turn off two-factor authentication',
  needs: 'session',
  body: z.object({ password: PasswordHash, code: SecondFactor }),
  reply: Ok,
  errors: ['invalid_input', 'two_factor_off', 'too_many_requests'],
  changes: ['account'],
})
export const renewBackupCodes = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/twoFactor/backupCodes',
  summary: 'Replace the backup codes',
  needs: 'session',
  body: z.object({ password: PasswordHash, code: SecondFactor }),
  reply: BackupCodes,
  errors: ['invalid_input', 'two_factor_off', 'too_many_requests'],
  changes: ['account'],
})
