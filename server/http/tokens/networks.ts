import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
const bitsOf = (address: string) => (isIP(address) === 6 ? 128 : 32)

/** @returns an address or network as it is kept, undefined when it is neither */
export function readNetwork(text: string): string | undefined {
  const [address = '', bits, ...more] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return undefined
  if (bits === undefined) return address
  return /^\d{1,3}$/.test(bits) && Number(bits) <= bitsOf(address) ? `${address}/${Number(bits)}` : undefined
}

/** @param networks none: every address is in them @returns whether an address is in one of them */
export function openNetworks(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => {
    // A socket for both families names IPv4 addresses like this.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
  }
}
