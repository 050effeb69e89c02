import { channelNames, type ChannelId } from '#contract/channels/names.ts'

/** `about`: the attribute as its channel calls it. */
interface Attribute {
  about: string
}

/** Attributes that a category asks for, and values that it doesn’t take. */
export const attributeProblems = {
  missing_specific: (channel: ChannelId, { about }: Attribute) =>
    `${channelNames[channel]} requires ${about} in this category.`,
  missing_column: (_channel: ChannelId, { about }: Attribute) => `Fill in “${about}”. The sheet requires it.`,
  /** `others`: more attributes that the same text uses and that are empty, too. */
  missing_reference: (_channel: ChannelId, { about, others }: Attribute & { others: string[] }) => {
    const names = [about, ...others]
    return `${names.map((name) => `“${name}”`).join(', ')} ${others.length > 0 ? 'are' : 'is'} empty, but the text uses ${others.length > 0 ? 'them' : 'it'}.`
  },
  specific_values: (channel: ChannelId, { about, most }: Attribute & { most: number }) =>
    `${channelNames[channel]} allows ${most === 1 ? 'only one value' : `up to ${most} values`} for ${about}.`,
  specific_too_long: (channel: ChannelId, { about, most, value }: Attribute & { most: number; value: string }) =>
    `${channelNames[channel]} allows up to ${most} characters for ${about}: ${value}`,
  specific_number: (_channel: ChannelId, { about }: Attribute) => `${about} must be a number.`,
  specific_scale: (_channel: ChannelId, { about }: Attribute) => `Choose a scale for ${about}.`,
  specific_refused: (channel: ChannelId, { about, value, meant }: Attribute & { value: string; meant?: string }) =>
    `${channelNames[channel]} doesn’t allow “${value}” for ${about}. ${meant ? `Write “${meant}”.` : 'Choose a value from the list.'}`,
  /** `other`: the attribute that decides which values are possible, with what it says. */
  specific_beside: (
    channel: ChannelId,
    { about, value, other, otherValue }: Attribute & { value: string; other: string; otherValue: string },
  ) =>
    `${channelNames[channel]} doesn’t allow “${value}” for ${about} where ${other} is “${otherValue}”. Change one of them.`,
}
