import type { Waits } from '#contract/listings/listings.ts'

/** What an account waits for, in words. @param channel its name */
export const waitWords = ({ for: what }: Pick<Waits, 'for'>, channel: string): string =>
  what === 'sales' ? `Checking ${channel} for new sales first` : `Waiting because ${channel} limits requests`
