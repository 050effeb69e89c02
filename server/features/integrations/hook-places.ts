/** Calls of one channel that are read at once. Each may bring half a megabyte. */
const MOST_OF_CHANNEL = 32
/** At once from one address that proved earlier that it is the channel's, or that knows an account's own address. */
const MOST_OF_KNOWN = 8
/** At once from one address that has not proved anything. */
const MOST_OF_STRANGER = 2
/** At once from all such addresses together: the rest is for callers that Motto knows. */
const MOST_OF_STRANGERS = 8
/** Addresses that are remembered as known. */
const MOST_REMEMBERED = 1000

export interface Caller {
  channel: string
  /** Whence the call comes, or the account's own address that it was sent to. */
  address: string
  /** It knows a secret address, so nothing else has to prove whose it is. */
  isKnown?: boolean
}
export interface Place {
  /** The body is here. From now on the call is not cut off for another one. */
  arrived: () => void
  /** The call was the channel's: its address counts as known from now on. */
  proved: () => void
  leave: () => void
}

interface Reading {
  channel: string
  caller: string
  isKnown: boolean
  isArriving: boolean
  cutOff: () => void
}

/**
 * Shares out who is read at once among the callers of webhooks. Anybody can call these addresses, so whoever only sends slowly must not keep the
 * channels out: a newcomer that finds no place takes the one of the oldest call in its group whose body has not arrived yet.
 */
export function hookPlaces() {
  const readings = new Set<Reading>()
  const known = new Set<string>()

  /** @returns undefined when all places are taken by calls whose bodies are here */
  function enter({ channel, address, isKnown = false }: Caller, cutOff: () => void): Place | undefined {
    const caller = `${channel} ${address}`
    const reading: Reading = { channel, caller, isKnown: isKnown || known.has(caller), isArriving: true, cutOff }
    const groups: { most: number; has: (other: Reading) => boolean }[] = [
      { most: reading.isKnown ? MOST_OF_KNOWN : MOST_OF_STRANGER, has: (other) => other.caller === caller },
      { most: MOST_OF_CHANNEL, has: (other) => other.channel === channel },
    ]
    if (!reading.isKnown)
      groups.push({ most: MOST_OF_STRANGERS, has: (other) => other.channel === channel && !other.isKnown })
    if (!groups.every(makeRoom)) return undefined
    readings.add(reading)
    return {
      arrived: () => void (reading.isArriving = false),
      proved: () => remember(caller),
      leave: () => void readings.delete(reading),
    }
  }

  /** @returns whether the group has a place for one more */
  function makeRoom({ most, has }: { most: number; has: (other: Reading) => boolean }): boolean {
    const group = [...readings].filter(has)
    if (group.length < most) return true
    const oldest = group.find((other) => other.isArriving)
    if (!oldest) return false
    readings.delete(oldest)
    oldest.cutOff()
    return true
  }

  function remember(caller: string): void {
    known.delete(caller)
    known.add(caller)
    const [oldest] = known
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
  }

  return { enter }
}
