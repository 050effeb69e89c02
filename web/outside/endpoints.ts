import type * as accounts from '#contract/accounts.ts'
import type * as signOn from '#contract/accounts/sign-on.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import type * as integrations from '#contract/integrations/integrations.ts'
import type * as notifications from '#contract/notifications.ts'
import type * as organizations from '#contract/organizations/organizations.ts'
import type * as reports from '#contract/reports.ts'

/**
 * The contract's endpoints without their schemas: the schemas' library alone is a quarter of what a sign-in page may weigh, and
 * only types are needed here. `endpoints.test.ts` holds method, path and key to the contract.
 */
const keyed = <E extends AnyEndpoint>(method: E['method'], path: string) =>
  ({ method, path, changes: [] }) as unknown as E
/** One that is sent once, without a key. */
const bare = <E extends AnyEndpoint>(method: E['method'], path: string): E => ({
  ...keyed<E>(method, path),
  noKey: 'secret answer',
})

export const login = bare<typeof accounts.login>('POST', '/users/login')
export const logout = bare<typeof accounts.logout>('POST', '/users/logout')
export const listProviders = bare<typeof signOn.listProviders>('GET', '/users/providers')
export const beginSignOn = bare<typeof signOn.beginSignOn>('POST', '/users/signOn/begin')
export const finishSignOn = bare<typeof signOn.finishSignOn>('POST', '/users/signOn/finish')
export const proveAccount = bare<typeof signOn.proveAccount>('POST', '/users/signOn/prove')
export const createAccount = bare<typeof accounts.createAccount>('POST', '/users/createAccount')
export const confirmEmail = bare<typeof accounts.confirmEmail>('POST', '/users/confirmEmail')
export const sendConfirmationEmail = bare<typeof accounts.sendConfirmationEmail>('POST', '/users/sendConfirmationEmail')
export const confirmation = bare<typeof accounts.confirmation>('GET', '/users/confirmation')
export const confirmHere = bare<typeof accounts.confirmHere>('POST', '/users/confirmHere')
export const readInvitation = bare<typeof accounts.readInvitation>('POST', '/users/invitation')
export const joinByInvitation = bare<typeof accounts.joinByInvitation>('POST', '/users/invitation/join')
export const updateUser = bare<typeof accounts.updateUser>('POST', '/users/user')
export const sendLoginEmail = bare<typeof accounts.sendLoginEmail>('POST', '/users/sendLoginEmail')
export const sendResetPasswordEmail = bare<typeof accounts.sendResetPasswordEmail>(
  'POST',
  '/users/sendResetPasswordEmail',
)
export const resetPassword = bare<typeof accounts.resetPassword>('POST', '/users/resetPassword')
export const readUnsubscribe = bare<typeof notifications.readUnsubscribe>('GET', '/notifications/unsubscribe')
export const unsubscribe = bare<typeof notifications.unsubscribe>('POST', '/notifications/unsubscribe')
export const resubscribe = bare<typeof notifications.resubscribe>('POST', '/notifications/resubscribe')
export const readReportLink = bare<typeof reports.readReportLink>('GET', '/reports/unsubscribe')
export const stopReport = bare<typeof reports.stopReport>('POST', '/reports/unsubscribe')
export const resumeReport = bare<typeof reports.resumeReport>('POST', '/reports/resubscribe')
export const getUserClients = bare<typeof organizations.getUserClients>('GET', '/users/getUserClients')
export const clientLogin = bare<typeof organizations.clientLogin>('POST', '/users/clientLogin')
export const oauthUrl = bare<typeof integrations.oauthUrl>('GET', '/channels/{channel}/oauthUrl')
export const exchangeCode = keyed<typeof integrations.exchangeCode>('POST', '/channels/{channel}/oauth')
