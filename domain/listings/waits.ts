import type { Waits } from '#contract/listings/listings.ts'

/** What an account waits for, in words. @param channel its name */
export const waitWords = ({ for: what }: Pick<Waits, 'for'>, channel: string): string =>
  what === 'sales'
    ? `Waits for a look at ${channel}: what was sold there meanwhile has to be known first`
    : `Waits because ${channel} asked to be left alone for a while`
