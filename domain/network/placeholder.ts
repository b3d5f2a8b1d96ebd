const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local)$|(?:^|\.)example\.(?:com|net|org)$/

/** Whether a host is one of the names that stand in documents and seeds and belong to nobody (RFC 2606, RFC 6761). */
export const isPlaceholderHost = (host: string): boolean => RESERVED.test(host.toLowerCase())

/** The same of a mail address. */
export const isPlaceholderAddress = (address: string): boolean => isPlaceholderHost(address.split('@').at(-1) ?? '')
