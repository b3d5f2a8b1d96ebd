// asvs V6.3.2 V11.6.1 V13.2.3
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { expect, test } from 'vitest'

import { readConfig } from './config.ts'

const SECRET = 's'.repeat(32)
const privateJwk = (kind: 'ec' | 'ed25519' | 'rsa', bits = 2048): JsonWebKey => {
	if (kind === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
	if (kind === 'ed25519') return generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
	return generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ format: 'jwk' })
}
const withoutPrivate = ({ kty, crv, x, y }: JsonWebKey) => ({ kty, crv, x, y })
const oct = (bytes = 32) => ({ kty: 'oct', k: Buffer.alloc(bytes, 7).toString('base64url') })
const ec = privateJwk('ec')
const signing = { ...ec, kid: 'one', key_ops: ['sign', 'verify'] }

test('the signing key signs, the others verify, and without keys the secret does both', () => {
	const keys = JSON.stringify([
		signing,
		{ ...privateJwk('ed25519'), kid: 'two', key_ops: ['verify'] },
		{ ...privateJwk('rsa'), kid: 'three', alg: 'RS256' },
		{ ...withoutPrivate(privateJwk('ec')), kid: 'four' },
		{ ...oct(), kid: 'five' },
	])
	const { auth } = readConfig({ GOTRUE_JWT_SECRET: SECRET, GOTRUE_JWT_KEYS: keys })
	expect(auth.jwt.signer).toMatchObject({ kid: 'one', alg: 'ES256' })
	expect(auth.jwt.keys.map(({ kid, alg, signs }) => [kid, alg, signs !== null])).toEqual([
		['one', 'ES256', true],
		['two', 'EdDSA', false],
		['three', 'RS256', false],
		['four', 'ES256', false],
		['five', 'HS256', false],
	])
	expect(auth.jwt.keys.map(({ verifies }) => verifies.type)).toEqual(['public', 'public', 'public', 'public', 'secret'])
	expect(readConfig({ GOTRUE_JWT_SECRET: SECRET, GOTRUE_JWT_KEY_ID: 'it' }).auth.jwt.signer).toMatchObject({ kid: 'it', alg: 'HS256' })
	expect(readConfig({}).auth.jwt).toEqual({ signer: null, keys: [], secret: null })
})

test('issuer, audience and lifetime have defaults unless configured', () => {
	expect(readConfig({}).auth).toMatchObject({
		issuer: 'http://localhost:3000/auth/v1',
		audience: 'authenticated',
		accessTokenSeconds: 3600,
	})
	const named = readConfig({ GOTRUE_JWT_ISSUER: 'https://id.example', GOTRUE_JWT_AUD: 'course', GOTRUE_JWT_EXP: '60' })
	expect(named.auth).toMatchObject({ issuer: 'https://id.example', url: 'http://localhost:3000/auth/v1', audience: 'course' })
})

const REFUSED: [string, Record<string, string>][] = [
	['GOTRUE_JWT_SECRET', { GOTRUE_JWT_SECRET: 's'.repeat(31) }],
	['GOTRUE_JWT_KEY_ID', { GOTRUE_JWT_KEY_ID: 'it' }],
	[
		'GOTRUE_JWT_SECRET',
		{ NODE_ENV: 'production', SANDBOX: '1', GOTRUE_JWT_SECRET: 'super-secret-jwt-token-with-at-least-32-characters-long' },
	],
	...[
		'{',
		'{}',
		'[]',
		'["key"]',
		JSON.stringify([{ ...signing, kid: undefined }]),
		JSON.stringify([{ ...signing, kid: '' }]),
		JSON.stringify([{ ...signing, key_ops: ['verify'] }]),
		JSON.stringify([signing, { ...privateJwk('ec'), kid: 'two', key_ops: ['sign'] }]),
		JSON.stringify([signing, { ...ec, kid: 'one' }]),
		JSON.stringify([{ ...withoutPrivate(ec), kid: 'one', key_ops: ['sign'] }]),
		JSON.stringify([{ ...signing, alg: 'HS256' }]),
		JSON.stringify([{ ...signing, crv: 'P-384' }]),
		JSON.stringify([{ ...signing, x: 'AAAA' }]),
		JSON.stringify([{ ...oct(31), kid: 'one', key_ops: ['sign'] }]),
		JSON.stringify([{ ...oct(), alg: 'none', kid: 'one', key_ops: ['sign'] }]),
		JSON.stringify([{ ...privateJwk('rsa', 1024), kid: 'one', key_ops: ['sign'] }]),
	].map((keys): [string, Record<string, string>] => ['GOTRUE_JWT_KEYS', { GOTRUE_JWT_KEYS: keys }]),
]

test.each(REFUSED)('an invalid %s is refused by name without echoing a key: %o', (variable, env) => {
	let message = ''
	try {
		readConfig(env)
	} catch (error) {
		message = (error as Error).message
	}
	expect(message).toMatch(new RegExp(`^${variable}: \\S`))
	for (const part of [ec.d ?? '', ec.x ?? '', 's'.repeat(31)]) expect(message).not.toContain(part)
})
