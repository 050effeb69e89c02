import type { SimRequest } from '../../kit/simulator.ts'
import { invalid } from './errors.ts'

/** Releases of the API that this simulator knows, oldest first. Older ones are answered as the first. */
const releases = [
  '2025-08-20',
  '2025-09-24',
  '2025-10-16',
  '2026-01-22',
  '2026-04-21',
  '2026-05-20',
  '2026-07-15',
  '2026-08-19',
  '2026-09-16',
]
const [oldest = '', newest = ''] = [releases[0], releases.at(-1)]

/**
 * The version that a request is answered in. Without a header it is the one that the application is pinned to, here the newest.
 * @throws Refused for what is no date, or no release. Which code the platform uses for the latter is not published.
 * @see https://developer.squareup.com/docs/build-basics/versioning read 2026-11-29
 */
export function versionOf({ headers }: SimRequest): string {
  const version = headers['square-version'] ?? newest
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version))
    throw invalid('INVALID_SQUARE_VERSION_FORMAT', 'Square-Version is a date: YYYY-MM-DD.')
  if (version > oldest && !releases.includes(version))
    throw invalid('INVALID_SQUARE_VERSION_FORMAT', `${version} is no version of the Square API.`)
  return version
}

/**
 * Whether an adjustment says where from and where to, in place of one location; what moves between locations is one, too.
 * @see https://developer.squareup.com/docs/changelog/connect-logs/2026-07-15
 */
export const hasTwoPlaces = (request: SimRequest): boolean => versionOf(request) >= '2026-07-15'
