import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import zlib from 'node:zlib'

const COMPRESSION = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 3, [zlib.constants.ZSTD_c_checksumFlag]: 1 } }
const AGE = Buffer.from('age-encryption.org/')

/** Compresses backups before they leave the server, and encrypts them if there is a public key. */
export type Seal = {
	isEncrypted: boolean
	/** Suffix of the file names, by which other tools recognize the format. */
	suffix: '.zst' | '.zst.age'
	seal: (source: Readable) => AsyncIterable<Uint8Array>
}

// The browser's stream types, which age-encryption uses, and Node's are the same at run time.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>
const fromWeb = (stream: unknown) => Readable.fromWeb(stream as ReadableStream<Uint8Array>)

/** Passes a stream through a zlib transform. If either stream fails or ends early, so does the other. */
function transform(source: Readable, through: zlib.ZstdCompress | zlib.ZstdDecompress): Readable {
	pipeline(source, through).catch((error: unknown) => through.destroy(error as Error))
	return through
}

/**
 * Creates a seal that encrypts for an age recipient (`age1…`); null only compresses.
 * @throws Error if it isn't a recipient
 */
export async function createSeal(recipient: string | null): Promise<Seal> {
	if (recipient === null)
		return { isEncrypted: false, suffix: '.zst', seal: (source) => transform(source, zlib.createZstdCompress(COMPRESSION)) }
	const { Encrypter } = await import('age-encryption')
	const encrypter = new Encrypter()
	encrypter.addRecipient(recipient)
	return {
		isEncrypted: true,
		suffix: '.zst.age',
		async *seal(source) {
			const packed = transform(source, zlib.createZstdCompress(COMPRESSION))
			yield* fromWeb(await encrypter.encrypt(toWeb(packed))) as AsyncIterable<Uint8Array>
		},
	}
}

/** Creates an age key pair: the secret identity, and the recipient to encrypt for. */
export async function createKeyPair(): Promise<{ identity: string; recipient: string }> {
	const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
	const identity = await generateX25519Identity()
	return { identity, recipient: await identityToRecipient(identity) }
}

export type DecryptStream = (source: Readable) => Promise<Readable>

/**
 * Creates an opener with age identities (`AGE-SECRET-KEY-1…`, one per line; lines with `#` are comments). Without identities, it
 * only opens unencrypted data.
 * @throws Error if a line isn't an identity
 */
export async function createDecrypter(identities: string | null): Promise<DecryptStream> {
	const { Decrypter } = await import('age-encryption')
	const decrypter = new Decrypter()
	const lines = (identities ?? '').split('\n').map((line) => line.trim())
	const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
	for (const key of keys) decrypter.addIdentity(key)
	return async (source) => {
		const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
		const first = await iterator.next()
		const start = first.done ? Buffer.alloc(0) : Buffer.from(first.value)
		const rest = Readable.from(
			(async function* () {
				yield start
				for (let part = await iterator.next(); !part.done; part = await iterator.next()) yield part.value
			})(),
		)
		if (!start.subarray(0, AGE.length).equals(AGE)) return transform(rest, zlib.createZstdDecompress())
		if (keys.length === 0) throw new Error('the backup is encrypted; name the file of its secret key with --key')
		return transform(fromWeb(await decrypter.decrypt(toWeb(rest))), zlib.createZstdDecompress())
	}
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = []
	for await (const part of source) parts.push(part)
	return Buffer.concat(parts)
}

export const encryptBytes = (seal: Seal, bytes: Uint8Array): Promise<Buffer> => collect(seal.seal(Readable.from([bytes])))
export const decryptBytes = async (open: DecryptStream, bytes: Uint8Array): Promise<Buffer> =>
	collect((await open(Readable.from([Buffer.from(bytes)]))) as AsyncIterable<Uint8Array>)
