import type { ReadinessItem } from '#contract/integrations/health.ts'
import type { SquareConnection } from './calls.ts'
import { squareScopes } from './connect.ts'
import { errorOf } from './errors.ts'
import { squareLookups } from './lookups.ts'
import { squareVersion, TokenStatus } from './wire.ts'

/** What was allowed at the consent: an app that learned more since has to ask again. */
async function missingScopes(c: SquareConnection): Promise<string[]> {
  const answer = await c.http({
    method: 'POST',
    url: `${c.origins.api}/oauth2/token/status`,
    reads: true,
    headers: { authorization: `Bearer ${c.accessToken}`, 'square-version': squareVersion },
  })
  if (answer.status !== 200) throw errorOf(answer, false)
  const granted = new Set(TokenStatus.parse(answer.body).scopes)
  return squareScopes.filter((scope) => !granted.has(scope))
}

/** What an account needs before anything can be sold there, in the order of setting it up. */
export async function readiness(c: SquareConnection): Promise<ReadinessItem[]> {
  const [missing, places] = await Promise.all([missingScopes(c), squareLookups.locations(c)])
  const chosen = places.find(({ id }) => id === c.settings.locationId)
  const hasPlace = places.some(({ isActive }) => isActive)
  return [
    {
      id: 'permissions',
      title: 'Permissions',
      state: missing.length === 0 ? 'ok' : 'todo',
      detail:
        missing.length === 0
          ? ''
          : `Motto is missing these Square permissions: ${missing.join(', ')}. Re-authorize it and allow all permissions.`,
    },
    {
      id: 'location',
      title: 'Location',
      state: hasPlace && chosen?.isActive !== false ? 'ok' : 'todo',
      detail: !hasPlace
        ? 'Your account has no active location. Add one in the Square Dashboard under Settings › Locations.'
        : chosen?.isActive === false
          ? `${chosen.name} is inactive. Choose another location below.`
          : '',
    },
  ]
}
