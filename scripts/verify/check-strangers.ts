import { randomBytes } from 'node:crypto'

import { TEMPORARY_DOMAIN, makeAccount, newVisitor, suppressMail } from './people.ts'
import type { VerifyResponse, VerifyRequest } from './verify-client.ts'
import type { TestWorld } from './world.ts'

const unknownAddress = () => `nobody-${randomBytes(6).toString('hex')}@${TEMPORARY_DOMAIN}`

/** Returns the parts of a response that a stranger can compare, without values that always differ. */
function shapeOf({ status, text, headers, location }: VerifyResponse, email: string): string {
	const body = text
		.replaceAll(email, '<email>')
		.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '<id>')
		.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
		.replaceAll(/in \d+ seconds/g, 'in <n> seconds')
		.replaceAll(/nonce="[^"]+"/g, '')
	const names = [...headers.keys()].filter((name) => name !== 'date').toSorted()
	return `${status} ${location} ${body} ${names.join()}`
}

const PASSWORD = 'a Wrong but long passphrase 7391'
const REQUESTS: readonly ((email: string) => VerifyRequest)[] = [
	(email) => ({ method: 'POST', path: '/auth/v1/token?grant_type=password', body: { email, password: PASSWORD } }),
	(email) => ({ method: 'POST', path: '/auth/v1/recover', body: { email } }),
	(email) => ({ method: 'POST', path: '/auth/v1/otp', body: { email, create_user: false } }),
	(email) => ({ method: 'POST', path: '/auth/v1/resend', body: { email, type: 'signup' } }),
	(email) => ({ method: 'POST', path: '/auth/v1/verify', body: { email, type: 'email', token: '000000' } }),
	(email) => ({ method: 'POST', path: '/login', body: new URLSearchParams({ email, password: PASSWORD }) }),
	(email) => ({ method: 'POST', path: '/reset-password', body: new URLSearchParams({ email }) }),
	(email) => ({ method: 'POST', path: '/admin/sign-in', body: new URLSearchParams({ email, password: PASSWORD }) }),
	(email) => ({ method: 'POST', path: '/admin/sign-in/link', body: new URLSearchParams({ address: email }) }),
]

/** Compares responses for addresses with and without an account: a stranger must see no difference. */
async function checkExistence(world: TestWorld): Promise<void> {
	const { ctx, client, findings, mark } = world
	for (const [index, request] of REQUESTS.entries()) {
		const known = await makeAccount(ctx, 'learner', `known${index}-${mark.replace('verify-', '')}`)
		const unknown = unknownAddress()
		await suppressMail(ctx, unknown)
		world.silenced.push(unknown)
		const one = await client.send(newVisitor(), request(known.email))
		const other = await client.send(newVisitor(), request(unknown))
		if (one.status === 429 || other.status === 429) continue
		if (shapeOf(one, known.email) !== shapeOf(other, unknown))
			findings.add(
				one,
				'the same answer for an unknown address',
				`${one.status} ${one.text.slice(0, 60)}, not ${other.status} ${other.text.slice(0, 60)}`,
			)
	}
}

const ELSEWHERE = 'https://elsewhere.example'
const REDIRECTS = [
	`/auth/v1/verify?token=none&type=signup&redirect_to=${encodeURIComponent(`${ELSEWHERE}/a`)}`,
	`/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(ELSEWHERE)}`,
	`/auth/v1/callback?redirect_to=${encodeURIComponent(ELSEWHERE)}`,
	`/auth/v1/oauth/authorize?client_id=none&redirect_uri=${encodeURIComponent(ELSEWHERE)}&response_type=code`,
	'//elsewhere.example/',
	'//elsewhere.example/blog/',
	`/admin?to=${encodeURIComponent(ELSEWHERE)}`,
]

/** Checks that our URLs don't redirect to a URL named in the link itself. */
async function checkRedirects({ client, findings }: TestWorld): Promise<void> {
	for (const path of REDIRECTS) {
		const answer = await client.send(newVisitor(), { path, isPublic: true })
		if (/^(?:https?:)?\/\/elsewhere\.example/.test(answer.location)) findings.add(answer, 'no redirect to another site', answer.location)
	}
}

const PRIVATE_FILES = [
	'/.env',
	'/.git/config',
	'/package.json',
	'/server/main.ts',
	'/..%2f.env',
	'/assets/..%2f..%2f.env',
	'/data/',
	'/metrics',
	'/server-status',
]

async function checkFiles({ client, findings }: TestWorld): Promise<void> {
	for (const path of PRIVATE_FILES) {
		const answer = await client.send(newVisitor(), { path, isPublic: true })
		if (answer.status < 300) findings.add(answer, '404', String(answer.status))
	}
}

/** Checks that other sites can't read responses that depend on cookies, and can't post forms to the console. */
async function checkOtherSites({ client, people, findings }: TestWorld): Promise<void> {
	const headers = { origin: ELSEWHERE, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
	for (const path of [
		'/api/orders',
		'/auth/v1/user',
		'/rest/v1/progress_entries',
		'/functions/v1/create-payment',
		'/admin/today',
		'/login',
	])
		await client.send(newVisitor(), { method: 'OPTIONS', path, headers, isPublic: true })
	for (const path of ['/api/orders', '/auth/v1/user', '/admin/today'])
		await client.send(people.operator, { path, headers: { origin: ELSEWHERE } })
	const form = new URLSearchParams({ email: people.operator.email, password: 'none' })
	const answer = await client.send(newVisitor(), { method: 'POST', path: '/admin/sign-in', body: form, headers: { origin: ELSEWHERE } })
	if (answer.status !== 403) findings.add(answer, '403 for a form of another site', String(answer.status))
}

const GUESSES = 45

/**
 * Checks that guessing passwords for many accounts from one network is blocked after some attempts, as is guessing passwords for one
 * account.
 */
async function checkGuessing({ ctx, client, findings, notes, mark }: TestWorld): Promise<void> {
	if (ctx.config.trustedProxyHops === 0)
		return void notes.push('Limits were not used up, because all requests from this machine count together (TRUSTED_PROXY_HOPS is 0).')
	const guesser = newVisitor()
	const guess = (email: string, person = guesser) =>
		client.send(person, { method: 'POST', path: '/auth/v1/token?grant_type=password', body: { email, password: PASSWORD } })
	let last: VerifyResponse | null = null
	for (let count = 0; count < GUESSES && last?.status !== 429; count += 1) last = await guess(unknownAddress())
	if (last && last.status !== 429) findings.add(last, `429 after ${GUESSES} guesses from one network`, String(last.status))
	const { email } = await makeAccount(ctx, 'learner', `guessed-${mark.replace('verify-', '')}`)
	let answer: VerifyResponse | null = null
	for (let count = 0; count < 12 && answer?.status !== 429; count += 1) answer = await guess(email, newVisitor())
	if (answer && answer.status !== 429) findings.add(answer, '429 after twelve guesses of one account', String(answer.status))
}

/** Checks what strangers could find out or abuse without an account. */
export async function checkStrangers(world: TestWorld): Promise<void> {
	await checkExistence(world)
	await checkRedirects(world)
	await checkFiles(world)
	await checkOtherSites(world)
	await checkGuessing(world)
}
