import { createHmac, timingSafeEqual } from 'node:crypto'

export const STEP_SECONDS = 30
const DIGITS = 6
/** Accepted deviation of clocks: one step in either direction. */
const SKEW = [0, -1, 1] as const
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Maximum steps that the last used step may be ahead of now. One further ahead was stored while the server's clock was wrong, so
 * it's ignored.
 */
const MAX_STEPS_AHEAD = 10

/** Encodes as Base32 (RFC 4648) without padding, the format authenticator apps accept. */
export function encodeBase32(bytes: Buffer): string {
	const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
	return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Computes the code of a time step (RFC 6238), with SHA-1 and six digits, which every authenticator app supports. */
function codeOfStep(secret: Buffer, step: number): string {
	const counter = Buffer.alloc(8)
	counter.writeBigUInt64BE(BigInt(step))
	const mac = createHmac('sha1', secret).update(counter).digest()
	const offset = (mac[mac.length - 1] ?? 0) & 0x0f
	const number = mac.readUInt32BE(offset) & 0x7fffffff
	return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

const equal = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** @param after last step used: it and earlier ones are rejected */
export function findTotpStep(secret: Buffer, { code, now, after }: { code: string; now: Date; after: number | null }): number | null {
	if (!/^\d{6}$/.test(code)) return null
	const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
	const steps = SKEW.map((skew) => current + skew).filter((step) => equal(codeOfStep(secret, step), code))
	const used = after !== null && after <= current + MAX_STEPS_AHEAD ? after : null
	return steps.find((step) => used === null || step > used) ?? null
}

/**
 * Returns the content of the QR code.
 * @param issuer shown in the app above the account's name
 */
export function totpUri({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string {
	const query = new URLSearchParams({ algorithm: 'SHA1', digits: String(DIGITS), issuer, period: String(STEP_SECONDS), secret })
	return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`
}
