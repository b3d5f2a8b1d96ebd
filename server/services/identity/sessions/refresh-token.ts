import { createHmac, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const VERSION = 1
const ID_BYTES = 16
const SIGNED_BYTES = 1 + ID_BYTES + 4
const MAC_BYTES = 16
const TOTAL_BYTES = SIGNED_BYTES + MAC_BYTES + 4

export type RefreshToken = { sessionId: string; counter: number; mac: Buffer }

const toUuid = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function signedPart(sessionId: string, counter: number): Buffer {
	const part = Buffer.alloc(SIGNED_BYTES)
	part.writeUInt8(VERSION, 0)
	part.write(sessionId.replaceAll('-', ''), 1, 'hex')
	part.writeUInt32BE(counter, 1 + ID_BYTES)
	return part
}

const macOf = (part: Buffer, key: Buffer) => createHmac('sha256', key).update(part).digest().subarray(0, MAC_BYTES)

/** Encodes a refresh token: base64url of version, session ID, counter, 16-byte HMAC with the session's key, 4-byte checksum. */
export function encodeRefreshToken(sessionId: string, counter: number, key: Buffer): string {
	const part = signedPart(sessionId, counter)
	const body = Buffer.concat([part, macOf(part, key)])
	const checksum = Buffer.alloc(4)
	checksum.writeUInt32BE(crc32(body))
	return Buffer.concat([body, checksum]).toString('base64url')
}

/** Decodes a refresh token, or returns null. The checksum rejects damaged tokens without a database query. */
export function decodeRefreshToken(token: string): RefreshToken | null {
	const bytes = Buffer.from(token, 'base64url')
	// The decoder ignores stray characters and unused bits, so compare with the canonical encoding.
	if (bytes.toString('base64url') !== token) return null
	if (bytes.length !== TOTAL_BYTES || bytes[0] !== VERSION) return null
	if (bytes.readUInt32BE(TOTAL_BYTES - 4) !== crc32(bytes.subarray(0, TOTAL_BYTES - 4))) return null
	return {
		sessionId: toUuid(bytes.subarray(1, 1 + ID_BYTES)),
		counter: bytes.readUInt32BE(1 + ID_BYTES),
		mac: bytes.subarray(SIGNED_BYTES, SIGNED_BYTES + MAC_BYTES),
	}
}

/** Verifies the HMAC in constant time. */
export const hasValidMac = ({ sessionId, counter, mac }: RefreshToken, key: Buffer) =>
	timingSafeEqual(mac, macOf(signedPart(sessionId, counter), key))
