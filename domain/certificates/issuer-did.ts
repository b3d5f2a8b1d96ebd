/** Names that no other machine can look up, so that `did:web` is impossible. IPv6 addresses do not match the address below. */
const isPrivateHost = (host: string) => /(?:\.local(?:host)?|^[\d.]+)$/.test(host) || !host.includes('.')

/**
 * The issuer: `did:web` for a site reachable by https, so that its DID document can be fetched; else `did:key`, which is its own document.
 * @param siteUrl public origin without a trailing slash
 * @param publicMultibase the Multikey that signs
 */
export function issuerDid(siteUrl: string, publicMultibase: string): string {
	const [, host = '', port = ''] = /^https:\/\/([^:/]+)(?::(\d+))?$/.exec(siteUrl) ?? []
	if (isPrivateHost(host)) return `did:key:${publicMultibase}`
	return `did:web:${host}${port === '' ? '' : `%3A${port}`}`
}

/** Name of a key in the issuer's document. */
export const toVerificationMethod = (did: string, publicMultibase: string): string => `${did}#${publicMultibase}`
