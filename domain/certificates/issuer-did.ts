/**
 * True for host names that other machines can't resolve, so that `did:web` is impossible. (IPv6 hosts don't match the URL pattern
 * below.)
 */
const isPrivateHost = (host: string) => /(?:\.local(?:host)?|^[\d.]+)$/.test(host) || !host.includes('.')

/**
 * Returns the issuer's DID: `did:web` for a public https site, whose DID document can be fetched; otherwise `did:key`, which needs no
 * document.
 * @param siteUrl public origin without a trailing slash
 * @param publicMultibase public key as Multikey
 */
export function issuerDid(siteUrl: string, publicMultibase: string): string {
	const [, host = '', port = ''] = /^https:\/\/([^:/]+)(?::(\d+))?$/.exec(siteUrl) ?? []
	if (isPrivateHost(host)) return `did:key:${publicMultibase}`
	return `did:web:${host}${port === '' ? '' : `%3A${port}`}`
}

export const toVerificationMethod = (did: string, publicMultibase: string): string => `${did}#${publicMultibase}`
