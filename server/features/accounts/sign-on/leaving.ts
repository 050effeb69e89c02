import type { Services } from '../../../context.ts'
import { seal, unseal } from '../../../http/seal.ts'
import type { ProviderSession } from './provider.ts'

const SEALED_FOR = 'provider session'
/** A longer token, such as one with many groups, is left out of the address: its provider asks the person then. */
const MOST_CHARACTERS = 4000

export async function keepProviderSession(services: Services, sessionId: string, session: ProviderSession) {
  await services.database.system
    .updateTable('sessions')
    .set({ providerSession: seal(services, SEALED_FOR, sessionId, session) })
    .where('id', '=', sessionId)
    .execute()
}

export async function providerSessionOf(services: Services, sessionId: string): Promise<ProviderSession | undefined> {
  const row = await services.database.system
    .selectFrom('sessions')
    .select('providerSession')
    .where('id', '=', sessionId)
    .where('providerSession', 'is not', null)
    .executeTakeFirst()
  return row?.providerSession
    ? (unseal(services, SEALED_FOR, sessionId, row.providerSession) as ProviderSession)
    : undefined
}

/** @returns the address where a browser ends the session of the identity provider (OpenID Connect RP-Initiated Logout 1.0), and comes back from */
export async function logoutAddress(services: Services, sessionId: string): Promise<string | undefined> {
  const session = await providerSessionOf(services, sessionId)
  const provider = services.config.providers.find(({ id, endsSession }) => endsSession && id === session?.provider)
  if (!session || !provider) return undefined
  const address = new URL(session.endpoint)
  address.searchParams.set('client_id', provider.clientId)
  address.searchParams.set('post_logout_redirect_uri', `${services.config.publicUrl}/login`)
  if (session.idToken && session.idToken.length <= MOST_CHARACTERS)
    address.searchParams.set('id_token_hint', session.idToken)
  return address.href
}
