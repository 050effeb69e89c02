const STEPS = [1, 2, 2.5, 5, 10]

/** Round numbers from 0 to at least the highest value, for the lines of a chart: about four steps. */
export function ticksTo(highest: number): number[] {
  if (highest <= 0) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, (STEPS.find((base) => base * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, n) => n * step)
}

/** Which of so many places get a label, evenly, the first and the last among them. */
export function labelled(places: number, most: number): number[] {
  if (places <= most) return Array.from({ length: places }, (_, n) => n)
  return Array.from({ length: most }, (_, n) => Math.round((n * (places - 1)) / (most - 1)))
}

const NEAR_DAYS = 5
/** A name of 14 pixels in a chart of 200. */
const NAME_HEIGHT = 0.07

/** Where an area is thick enough for its name, away from the edges, and stays so for some days around. @param top of the chart */
export function thickest(values: readonly number[], top: number): number | undefined {
  const margin = Math.floor(values.length / 12)
  const near = Math.min(margin, NEAR_DAYS)
  const rank = (n: number) => Math.min(...values.slice(n - near, n + near + 1)) * 1000 + (values[n] ?? 0) / top
  let best: number | undefined
  for (let n = margin; n < values.length - margin; n += 1)
    if ((values[n] ?? 0) >= top * NAME_HEIGHT && (best === undefined || rank(n) > rank(best))) best = n
  return best
}
