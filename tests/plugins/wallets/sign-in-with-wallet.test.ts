// asvs V15.3.6
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 as keccak } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { applyRetention } from '#server/services/people/privacy/apply-retention.ts'
import { expectCaptcha } from '#tests/wire/captcha-guard.ts'
import { expectLimit } from '#tests/wire/limit-per-network.ts'
import { SITE, startWire, type Wire } from '#tests/wire/test-client.ts'

const ON = { GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true', GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: 'true' }
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function toBase58(bytes: Uint8Array): string {
	let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
	let text = ''
	for (; value > 0n; value /= 58n) text = BASE58[Number(value % 58n)] + text
	return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}

function makeEthereumWallet() {
	const { secretKey, publicKey } = secp256k1.keygen()
	const address = `0x${Buffer.from(keccak(secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1)))
		.subarray(12)
		.toString('hex')}`
	const sign = (message: string) => {
		const text = Buffer.from(message)
		const hash = keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
		const signed = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
		return `0x${Buffer.from(signed.slice(1)).toString('hex')}${(27 + (signed[0] ?? 0)).toString(16)}`
	}
	return { address, sign }
}

function makeSolanaWallet() {
	const { secretKey, publicKey } = ed25519.keygen()
	const sign = (message: string) => Buffer.from(ed25519.sign(new Uint8Array(Buffer.from(message)), secretKey)).toString('base64')
	return { address: toBase58(publicKey), sign, publicKey, secretKey }
}

const messageFor = (wire: Wire, address: string, chain = 'Ethereum') =>
	[
		`localhost:3000 wants you to sign in with your ${chain} account:`,
		address,
		'',
		'Sign in to the academy.',
		'',
		`URI: ${SITE}/login`,
		'Version: 1',
		'Chain ID: 1',
		'Nonce: abcdefgh1',
		`Issued At: ${wire.deps.now().toISOString()}`,
	].join('\n')

const post = async (wire: Wire, body: Record<string, string>) => {
	const answer = await wire.post('/token?grant_type=web3', body)
	return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const refusal = (description: string) => ({ status: 400, body: { error: 'invalid_grant', error_description: description } })

test('the client signs in with an Ethereum wallet, and again to the same account', async () => {
	const wire = await startWire({ env: ON })
	const { address, sign } = makeEthereumWallet()
	const client = wire.connect()
	const message = messageFor(wire, address)
	const first = await client.auth.signInWithWeb3({ chain: 'ethereum', message, signature: sign(message) as `0x${string}` })
	expect(first.error).toBeNull()
	expect(first.data.user).toMatchObject({ email: '', is_anonymous: false, app_metadata: { provider: 'web3', providers: ['web3'] } })
	expect(first.data.user?.identities).toMatchObject([{ provider: 'web3', id: `web3:ethereum:${address}` }])
	expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'web3', provider: 'web3' }])

	wire.clock.advance(1000)
	const later = messageFor(wire, address.toUpperCase().replace('0X', '0x'))
	const second = await client.auth.signInWithWeb3({ chain: 'ethereum', message: later, signature: sign(later) as `0x${string}` })
	expect([second.error, second.data.user?.id]).toEqual([null, first.data.user?.id])
})

test('the client signs in with a Solana wallet', async () => {
	const wire = await startWire({ env: ON })
	const { address, publicKey, secretKey } = makeSolanaWallet()
	const wallet = {
		publicKey: { toBase58: () => address, toBytes: () => publicKey },
		signMessage: async (text: Uint8Array) => ed25519.sign(text, secretKey),
	}
	const { data, error } = await wire.connect().auth.signInWithWeb3({
		chain: 'solana',
		wallet: wallet as never,
		statement: 'Sign in to the academy.',
		options: { url: `${SITE}/login` },
	})
	expect([error, data.user?.identities?.[0]?.id]).toEqual([null, `web3:solana:${address}`])
})

test('a message signs in once, whatever the form of its signature', async () => {
	const wire = await startWire({ env: ON })
	const { address, sign } = makeEthereumWallet()
	const message = messageFor(wire, address)
	const signature = sign(message)
	const both = await Promise.all([
		post(wire, { chain: 'ethereum', message, signature }),
		post(wire, { chain: 'ethereum', message, signature }),
	])
	expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
	const zeroBased = signature.slice(0, -2) + (signature.endsWith('1b') ? '00' : '01')
	expect(await post(wire, { chain: 'ethereum', message, signature: zeroBased })).toEqual(refusal('Message was used already'))
	expect(await wire.countRows('auth.sessions')).toBe(1)
})

test('invalid signatures are refused', async () => {
	const wire = await startWire({ env: ON })
	const mine = makeEthereumWallet()
	const theirs = makeEthereumWallet()
	const message = messageFor(wire, mine.address)
	const good = mine.sign(message)
	const s = BigInt(`0x${good.slice(66, 130)}`)
	const flipped = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0')
	const bad = {
		'of another wallet': theirs.sign(message),
		'of another message': mine.sign(`${message}\nRequest ID: 1`),
		'malleable twin': `${good.slice(0, 66)}${flipped}${good.endsWith('1b') ? '1c' : '1b'}`,
		zeros: `0x${'00'.repeat(65)}`,
		'wrong recovery': `${good.slice(0, -2)}1d`,
		short: good.slice(0, -2),
		empty: '',
	}
	for (const [name, signature] of Object.entries(bad))
		expect([name, await post(wire, { chain: 'ethereum', message, signature })]).toEqual([
			name,
			refusal('Signature does not match address in message'),
		])

	const solana = makeSolanaWallet()
	const text = messageFor(wire, solana.address, 'Solana')
	for (const signature of [makeSolanaWallet().sign(text), solana.sign(`${text} `), Buffer.alloc(64).toString('base64'), 'x', ''])
		expect(await post(wire, { chain: 'solana', message: text, signature })).toEqual(refusal('Signature does not match address in message'))
	// A weak key for which an all-zero signature is valid.
	const weak = messageFor(wire, '1'.repeat(32), 'Solana')
	const one = Buffer.alloc(64)
	one[0] = 1
	expect((await post(wire, { chain: 'solana', message: weak, signature: one.toString('base64') })).status).toBe(400)
	expect(await wire.countRows('auth.users')).toBe(0)
})

test('a message for another site, from another time or in a wrong format is refused', async () => {
	const wire = await startWire({ env: ON })
	const { address, sign } = makeEthereumWallet()
	const good = messageFor(wire, address)
	const attempt = (message: string) => post(wire, { chain: 'ethereum', message, signature: sign(message) })
	const elsewhere = good.replaceAll('localhost:3000', 'evil.example').replace('http:', 'https:')
	expect(await attempt(elsewhere)).toEqual(refusal('Message was signed for another site'))
	expect(await attempt(good.replace('URI', 'URL'))).toEqual(refusal('Message is not a sign-in message of this chain'))
	expect((await post(wire, { chain: 'solana', message: good, signature: sign(good) })).status).toBe(400)
	wire.clock.advance(600_001)
	expect(await attempt(good)).toEqual(refusal('Message was issued too long ago'))
})

test('disabled and unknown chains answer with their error codes', async () => {
	const codes = async (env: Record<string, string>, chain: string) => {
		const wire = await startWire({ env })
		const answer = await wire.post('/token?grant_type=web3', { chain, message: 'x', signature: 'y' })
		return [answer.status, answer.headers.get('x-sb-error-code'), JSON.stringify(await answer.json()).includes('Web3 provider is disabled')]
	}
	expect(await codes({}, 'ethereum')).toEqual([422, 'web3_provider_disabled', true])
	expect(await codes({ GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: '1' }, 'ethereum')).toEqual([422, 'web3_provider_disabled', true])
	expect(await codes(ON, 'bitcoin')).toEqual([400, 'web3_unsupported_chain', false])
	expect(await codes({ ...ON, GOTRUE_DISABLE_SIGNUP: '1' }, 'constructor')).toEqual([400, 'web3_unsupported_chain', false])
})

test('a disabled provider is reported before other errors', async () => {
	const wire = await startWire()
	for (const body of [{}, { chain: 'ethereum', message: 'm', signature: { 0: 1 } }]) {
		const answer = await wire.post('/token?grant_type=web3', body)
		expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([422, 'web3_provider_disabled'])
	}
})

test('the captcha is checked first, and GOTRUE_RATE_LIMIT_WEB3 applies', async () => {
	await expectCaptcha('/token?grant_type=web3', { chain: 'ethereum', message: 'm', signature: 's' })
	await expectLimit('GOTRUE_RATE_LIMIT_WEB3', 'POST', '/token?grant_type=web3', { chain: 'solana', message: '', signature: '' })
})

test('a used message is deleted after an hour', async () => {
	const wire = await startWire({ env: ON })
	const { address, sign } = makeEthereumWallet()
	const message = messageFor(wire, address)
	expect((await post(wire, { chain: 'ethereum', message, signature: sign(message) })).status).toBe(200)
	const ctx = systemContext(wire.deps, 'test')
	expect(await applyRetention(ctx)).not.toHaveProperty('walletMessages')
	wire.clock.advance(3_600_001)
	expect(await applyRetention(ctx)).toMatchObject({ walletMessages: 1 })
})
