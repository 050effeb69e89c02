/** Seconds until the next try, doubling from half a second, at most two minutes, spread by chance so that crowds disperse. */
export const backoffSeconds = (attempts: number, random: () => number, most = 120) =>
  Math.min(most, 0.5 * 2 ** Math.min(attempts, 10)) * (0.75 + random() / 2)
