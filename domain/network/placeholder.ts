const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local)$|(?:^|\.)example\.(?:com|net|org)$/

/** True if a host is a reserved example name (RFC 2606, RFC 6761). */
export const isPlaceholderHost = (host: string): boolean => RESERVED.test(host.toLowerCase())

/** True if an email address has a reserved example domain. */
export const isPlaceholderAddress = (address: string): boolean => isPlaceholderHost(address.split('@').at(-1) ?? '')
