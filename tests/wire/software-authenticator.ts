import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Encodes the part of CBOR that an attestation needs: small numbers, bytes, text and maps. */
function encodeCbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
	const head = (major: number, n: number): Buffer => {
		if (n < 24) return Buffer.of((major << 5) | n)
		if (n < 256) return Buffer.of((major << 5) | 24, n)
		return Buffer.of((major << 5) | 25, n >> 8, n & 0xff)
	}
	if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
	if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
	if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
	const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item as number)])
	return Buffer.concat([head(5, value.size), ...entries])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type CreateOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type GetOptions = { challenge: string; rpId?: string }

/** Creates a software security key by W3C WebAuthn: P-256, no attestation, a signature counter. */
export function makeAuthenticator({ origin = 'http://localhost:3000' } = {}) {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
	const id = randomBytes(32)
	let signCount = 0
	let userHandle = ''

	const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
	const authData = (rpId: string, flags: number, rest: Buffer = Buffer.alloc(0)) => {
		const counter = Buffer.alloc(4)
		counter.writeUInt32BE(signCount)
		return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, rest])
	}
	const answer = (response: Record<string, unknown>) => ({
		id: id.toString('base64url'),
		rawId: id.toString('base64url'),
		type: 'public-key',
		clientExtensionResults: {},
		authenticatorAttachment: 'platform',
		response,
	})

	return {
		/** For `navigator.credentials.create`, in the format of `toJSON()`. */
		create(options: CreateOptions) {
			userHandle = options.user.id
			const coordinates = [x, y].map((text) => Buffer.from(text, 'base64url'))
			const key = encodeCbor(
				new Map<number, unknown>([
					[1, 2],
					[3, -7],
					[-1, 1],
					[-2, coordinates[0]],
					[-3, coordinates[1]],
				]),
			)
			const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key])
			const data = authData(options.rp.id ?? '', USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, credential)
			const attestation = new Map<string, unknown>([
				['fmt', 'none'],
				['attStmt', new Map()],
				['authData', data],
			])
			return answer({
				clientDataJSON: clientData('webauthn.create', options.challenge).toString('base64url'),
				attestationObject: encodeCbor(attestation).toString('base64url'),
				transports: ['internal'],
			})
		},
		/** For `navigator.credentials.get`. @param count the claimed counter; one more each time by default */
		get(options: GetOptions, { count = signCount + 1 }: { count?: number } = {}) {
			signCount = count
			const data = authData(options.rpId ?? '', USER_PRESENT | USER_VERIFIED)
			const client = clientData('webauthn.get', options.challenge)
			const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
			return answer({
				clientDataJSON: client.toString('base64url'),
				authenticatorData: data.toString('base64url'),
				signature: signature.toString('base64url'),
				userHandle,
			})
		},
	}
}
