/** Numbers that are the same for the same seed: 0 to below `most`. */
export function dice(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}
export const shuffled = <T>(all: readonly T[], roll: (most: number) => number): T[] => {
  const left = [...all]
  return all.flatMap(() => left.splice(roll(left.length), 1))
}
