const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local)$|(?:^|\.)example\.(?:com|net|org)$/

/** True if a host is a reserved name, as documents and seeds use them (RFC 2606, RFC 6761). */
export const isPlaceholderHost = (host: string): boolean => RESERVED.test(host.toLowerCase())

/** The same for a mail address. */
export const isPlaceholderAddress = (address: string): boolean => isPlaceholderHost(address.split('@').at(-1) ?? '')
