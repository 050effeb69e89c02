/** What a channel refuses again and again is asked for this seldom, in seconds. */
export const SELDOM = 3600

/** Seconds until the next try, doubling from half a second, at most two minutes unless told otherwise, spread by chance so that crowds disperse. */
export const backoffSeconds = (attempts: number, random: () => number, most = 120) =>
  Math.min(most, 0.5 * 2 ** Math.min(attempts, 13)) * (0.75 + random() / 2)
