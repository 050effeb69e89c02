/** Why Motto cannot start, as one sentence for whoever started it; shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
