/** The first of these moments; null where there is none. */
export function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((time) => (time && !Number.isNaN(time.getTime()) ? [time.getTime()] : []))
  return known.length > 0 ? new Date(Math.min(...known)) : null
}
