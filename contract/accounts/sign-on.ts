import { z } from 'zod'
import { PasswordHash } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Ok, Time } from '../shapes.ts'

/** An identity provider that the operator set up. */
export const Provider = z.object({ id: z.string(), label: z.string() })
const ProviderId = z.string().min(1).max(60)
/** The provider's page, where the browser goes next. */
const Away = z.object({ url: z.string() })

export const listProviders = endpoint({
  method: 'GET',
  path: '/users/providers',
  summary: 'List the identity providers for single sign-on',
  needs: 'public',
  reply: z.array(Provider),
})
export const beginSignOn = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/signOn/begin',
  summary: 'Start logging in with an identity provider',
  needs: 'public',
  body: z.object({ provider: ProviderId, redirectTo: z.string().max(2000).default('') }),
  reply: Away,
  errors: ['not_found', 'provider_down', 'sign_on_refused', 'too_many_requests'],
})
export const finishSignOn = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/signOn/finish',
  summary: 'Log in with the answer of an identity provider',
  needs: 'public',
  /** `query` is what the provider's answer carries behind the `?`. */
  body: z.object({ provider: ProviderId, query: z.string().max(8000) }),
  reply: z.object({
    /** `password`: an account with this email exists, and its password links it. `account`: linked, for whoever was logged in already. */
    next: z.enum(['inside', 'password', 'account']),
    redirectTo: z.string(),
    email: z.string(),
    label: z.string(),
    /** For `proveAccount`. */
    ticket: z.string(),
  }),
  errors: ['not_found', 'provider_down', 'sign_on_refused', 'too_many_requests'],
  changes: ['account'],
})
export const proveAccount = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/signOn/prove',
  summary: 'Link an identity to an existing account with its password',
  needs: 'public',
  body: z.object({
    ticket: z.string().min(1).max(200),
    password: PasswordHash,
    otp: z.string().trim().max(40).optional().nullable(),
  }),
  reply: z.object({ redirectTo: z.string() }),
  errors: ['bad_credentials', 'second_factor_required', 'second_factor_wrong', 'sign_on_refused', 'too_many_requests'],
  changes: ['account'],
})

export const Identity = z.object({
  id: Id,
  label: z.string(),
  /** As the provider last named it. */
  email: z.string(),
  createdAt: Time,
  lastUsedAt: Time,
})
export const listIdentities = endpoint({
  method: 'GET',
  path: '/users/identities',
  summary: 'List the identities linked to your account',
  needs: 'session',
  reply: z.object({
    identities: z.array(Identity),
    hasPassword: z.boolean(),
    /** Providers with which no identity is linked yet. */
    providers: z.array(Provider),
  }),
})
export const linkIdentity = endpoint({
  method: 'POST',
  noKey: 'secret answer',
  path: '/users/identities/link',
  summary: 'Start linking an identity to your account',
  needs: 'session',
  body: z.object({ provider: ProviderId, password: PasswordHash }),
  reply: Away,
  errors: ['not_found', 'invalid_input', 'email_unconfirmed', 'provider_down', 'sign_on_refused', 'too_many_requests'],
})
export const unlinkIdentity = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/users/identities/unlink',
  summary: 'Unlink an identity from your account',
  needs: 'session',
  body: z.object({ identityId: Id }),
  reply: Ok,
  errors: ['not_found', 'only_way_in'],
  changes: ['account'],
})
