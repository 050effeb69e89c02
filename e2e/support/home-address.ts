import { randomInt } from 'node:crypto'

/**
 * The header of somebody who comes from an address of their own (RFC 2544's range), as a proxy on this machine would tell: what one network may
 * try is counted, and all journeys share one Motto.
 */
export const homeAddress = () => ({
  'x-forwarded-for': `198.${randomInt(18, 20)}.${randomInt(1, 255)}.${randomInt(1, 255)}`,
})
