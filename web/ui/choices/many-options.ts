/** How many options a list shows at most, and what its field says from then on (LST-097, LST-098). */
export const shownOptions = 250
const manyHint = 'Type to search values...'

/** What a blank field says of its options. @param few where all of them are shown @param none where there are none */
export const optionsHint = (count: number, few?: string, none = few): string | undefined =>
  count > shownOptions ? manyHint : count > 0 ? few : none
