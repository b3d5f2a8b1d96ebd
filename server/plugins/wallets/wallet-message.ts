import type { WalletChain } from './verify-signature.ts'

/** Parsed message. Times are in milliseconds since 1970. */
export type WalletMessage = {
	scheme: 'http' | 'https' | null
	/** Host and port as shown by the wallet. */
	domain: string
	address: string
	uri: string
	issuedAt: number
	expiresAt: number | null
	notBefore: number | null
}

const FIRST_LINE = {
	ethereum: /^(?:(https?):\/\/)?([a-z0-9.-]+(?::\d{1,5})?) wants you to sign in with your Ethereum account:$/,
	solana: /^(?:(https?):\/\/)?([a-z0-9.-]+(?::\d{1,5})?) wants you to sign in with your Solana account:$/,
}
const ADDRESS = { ethereum: /^0x[0-9a-fA-F]{40}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }
const FIELD = /^(URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID): (\S.*)$/
const RESOURCE = /^- \S+$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u
const MIN_LENGTH = 64
const MAX_LENGTH = 20_480

function readTime(text: string): number | null {
	const time = TIME.test(text) ? Date.parse(text) : NaN
	return Number.isNaN(time) ? null : time
}

/** Skips the optional statement; null if the blank lines are misplaced. */
function skipStatement(lines: readonly string[]): readonly string[] | null {
	if (lines[0] !== '') return null
	const isField = (line: string | undefined) => line !== undefined && FIELD.test(line)
	if (isField(lines[1])) return lines.slice(1)
	if (lines[1] === '' && isField(lines[2])) return lines.slice(2)
	return lines[1] !== '' && lines[2] === '' && isField(lines[3]) ? lines.slice(3) : null
}

function readFields(lines: readonly string[]): Map<string, string> | null {
	const fields = new Map<string, string>()
	const end = lines.findIndex((line) => line === 'Resources:' || line === 'Resources')
	if (end >= 0 && !lines.slice(end + 1).every((line) => RESOURCE.test(line))) return null
	for (const line of end >= 0 ? lines.slice(0, end) : lines) {
		const [, name, value] = FIELD.exec(line) ?? []
		if (name === undefined || value === undefined || fields.has(name)) return null
		fields.set(name, value)
	}
	return fields
}

const isWellFormed = (fields: ReadonlyMap<string, string>) =>
	fields.get('Version') === '1' &&
	/^[A-Za-z0-9]{8,100}$/.test(fields.get('Nonce') ?? 'absent00') &&
	/^[A-Za-z0-9:-]{1,40}$/.test(fields.get('Chain ID') ?? '1')

/**
 * Parses EIP-4361 or its Solana variant. Accepts only fields of the standard, each at most once. Their order doesn't matter, because it
 * differs between wallets.
 * @returns null for anything else
 */
export function parseWalletMessage(chain: WalletChain, message: string): WalletMessage | null {
	if (
		message.length < MIN_LENGTH ||
		message.length > MAX_LENGTH ||
		UNPRINTABLE.test(message.replaceAll('\n', '')) ||
		!message.isWellFormed()
	)
		return null
	const [first = '', address = '', ...rest] = message.split('\n')
	const [, scheme, domain] = FIRST_LINE[chain].exec(first) ?? []
	const lines = skipStatement(rest)
	const fields = lines && readFields(lines)
	if (domain === undefined || !ADDRESS[chain].test(address) || !fields || !isWellFormed(fields)) return null
	if (chain === 'ethereum' && !/^\d+$/.test(fields.get('Chain ID') ?? '')) return null

	const timeOf = (name: string) => {
		const text = fields.get(name)
		return text === undefined ? undefined : readTime(text)
	}
	const issuedAt = timeOf('Issued At')
	const expiresAt = timeOf('Expiration Time')
	const notBefore = timeOf('Not Before')
	const uri = fields.get('URI')
	if (uri === undefined || issuedAt === undefined || issuedAt === null || expiresAt === null || notBefore === null) return null
	return {
		scheme: scheme === 'http' || scheme === 'https' ? scheme : null,
		domain,
		address,
		uri,
		issuedAt,
		expiresAt: expiresAt ?? null,
		notBefore: notBefore ?? null,
	}
}
