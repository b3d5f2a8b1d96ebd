import { issuerDid, toVerificationMethod } from '#domain/certificates/issuer-did.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { readIssuerKeys } from './issuer-keys.ts'

/**
 * Returns the DID document of `did:web`: all keys that may have signed a certificate, the current one first.
 * @throws ServiceError `no_issuer_document` (404) if the issuer is a `did:key`, which needs no document
 */
export async function readIssuerDocument(ctx: ServiceContext) {
	const { current, publicKeys } = await readIssuerKeys(ctx, ctx.db)
	const did = issuerDid(ctx.config.publicUrl, current.publicMultibase)
	if (!did.startsWith('did:web:'))
		throw new ServiceError('not-found', 'no_issuer_document', 'This site signs with a did:key, which needs no document')
	const methods = publicKeys.map((key) => ({
		id: toVerificationMethod(did, key),
		type: 'Multikey',
		controller: did,
		publicKeyMultibase: key,
	}))
	return {
		'@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
		id: did,
		verificationMethod: methods,
		assertionMethod: methods.map(({ id }) => id),
	}
}
