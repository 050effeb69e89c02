import { channelNames, type ChannelId } from '#contract/channels/names.ts'

interface Limit {
  most: number
}
/** `count`: of one product; left out where the sentence is about several. */
interface Counted extends Limit {
  count?: number
}
const thisHas = (count: number | undefined) => (count === undefined ? '' : ` This one has ${count}.`)
const youHave = (count: number | undefined) => (count === undefined ? '' : ` You have ${count}.`)

/** Titles, descriptions, images, tags and other texts. */
export const textProblems = {
  title_missing: (channel: ChannelId) => `${channelNames[channel]} requires a title.`,
  title_too_long: (channel: ChannelId, { most, count }: Counted) =>
    `${channelNames[channel]} titles can have up to ${most} characters.${thisHas(count)}`,
  title_character: (channel: ChannelId, { character }: { character: string }) =>
    `${channelNames[channel]} doesn’t allow “${character}” in a title.`,
  title_repeats: (channel: ChannelId, { character }: { character: string }) =>
    `${channelNames[channel]} titles can contain ${character} only once.`,
  description_missing: (channel: ChannelId) => `${channelNames[channel]} requires a description.`,
  /** `limit`: as people read it; '' where HTML isn’t counted. */
  description_too_long: (channel: ChannelId, { limit }: { limit: string }) =>
    limit
      ? `${channelNames[channel]} descriptions can have up to ${limit} characters, including HTML.`
      : `This description is too long for ${channelNames[channel]}.`,
  picture_missing: (channel: ChannelId) => `${channelNames[channel]} requires at least 1 image.`,
  too_many_pictures: (channel: ChannelId, { most, count }: Counted) =>
    `${channelNames[channel]} allows up to ${most} images.${youHave(count)}`,
  picture_address: (channel: ChannelId, { address }: { address: string }) =>
    `${channelNames[channel]} downloads images from the web, but this isn’t a web address: ${address}`,
  picture_address_too_long: (channel: ChannelId, { most }: Limit) =>
    `${channelNames[channel]} image URLs can have up to ${most} characters. Upload this image to Motto instead.`,
  text_too_long: (channel: ChannelId, { most, count, texts }: Counted & { about: string; texts: string }) =>
    `${channelNames[channel]} ${texts} can have up to ${most} characters.${thisHas(count)}`,
  brand_too_long: (channel: ChannelId, { most }: Limit) =>
    `${channelNames[channel]} brand names can have up to ${most} characters.`,
  too_many_tags: (channel: ChannelId, { most, count }: Counted) =>
    `${channelNames[channel]} allows up to ${most} tags.${youHave(count)}`,
  tag_too_long: (channel: ChannelId, { most, tag }: Limit & { tag: string }) =>
    `${channelNames[channel]} tags can have up to ${most} characters: ${tag}`,
  tag_character: (channel: ChannelId, { tag }: { tag: string }) =>
    `${channelNames[channel]} tags can contain only letters, numbers, spaces, - and ': ${tag}`,
  too_many_materials: (channel: ChannelId, { most, count }: Counted) =>
    `${channelNames[channel]} allows up to ${most} materials.${youHave(count)}`,
  material_character: (channel: ChannelId, { material }: { material: string }) =>
    `${channelNames[channel]} materials can contain only letters, numbers and spaces: ${material}`,
}
