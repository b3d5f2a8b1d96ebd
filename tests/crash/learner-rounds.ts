import { setTimeout as sleep } from 'node:timers/promises'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { PRODUCT } from '#tests/factories/checkout.ts'

const PASSWORD = 'a rather long password 4711'
/** Failed passwords after which an account locks (domain/auth/failure-lock.ts). */
const WRONG_PASSWORDS = 10
export const SANDBOX_TOKEN = 'token-of-the-drill-4711'
const WEEK = '2026-01-05'
const PAUSE_MS = 250

type Answer = { status: number; body: Record<string, unknown>; text: string; cookie: string }
type Sent = { method?: string; body?: object | URLSearchParams; token?: string; headers?: Record<string, string> }

/** Simulates learners who use the site through a load balancer. `problems` are outcomes that no fault may cause. */
export function openRounds(origin: string) {
	const problems: string[] = []
	const counts = { rounds: 0, repeated: 0, wrongPasswords: 0, paid: 0 }
	let requests = 0

	async function send(path: string, { method, body, token, headers = {} }: Sent = {}): Promise<Answer> {
		requests += 1
		const isForm = body instanceof URLSearchParams
		const answer = await fetch(origin + path, {
			method: method ?? (body ? 'POST' : 'GET'),
			redirect: 'manual',
			signal: AbortSignal.timeout(60_000),
			headers: {
				apikey: PUBLISHABLE_KEY,
				authorization: `Bearer ${token ?? PUBLISHABLE_KEY}`,
				// Each request has its own network, because limits per network are tested elsewhere.
				'x-sandbox-token': SANDBOX_TOKEN,
				'x-forwarded-for': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
				...(body && !isForm && { 'content-type': 'application/json' }),
				...headers,
			},
			...(body && { body: isForm ? body : JSON.stringify(body) }),
		})
		const text = await answer.text()
		const isJson = answer.headers.get('content-type')?.includes('json')
		const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
		return { status: answer.status, text, cookie, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} }
	}

	/** Repeats a request until a server responds, as our pages do after a lost connection or a timeout (504). */
	async function ask(path: string, sent: Sent = {}): Promise<Answer> {
		for (;;) {
			const answer = await send(path, sent)
			if (answer.status !== 502 && answer.status !== 503 && answer.status !== 504) return answer
			if (answer.status !== 504) counts.repeated += 1
			await sleep(PAUSE_MS)
		}
	}

	function expectStatus(what: string, { status, text }: Answer, wanted: number): boolean {
		if (status === wanted) return true
		problems.push(`${what}: ${status}, not ${wanted}: ${text.slice(0, 200)}`)
		return false
	}

	/** Guesses until the account is locked. A guess whose response was lost may also have counted. */
	async function guess(email: string): Promise<void> {
		let [refused, repeated] = [0, 0]
		for (let tries = 0; tries < 2 * WRONG_PASSWORDS; tries += 1) {
			const { status } = await send('/auth/v1/token?grant_type=password', { body: { email, password: 'wrong 1234567' } })
			if (status === 429) break
			if (status === 400) refused += 1
			else repeated += 1
		}
		counts.wrongPasswords += refused
		if (refused > WRONG_PASSWORDS || refused + repeated < WRONG_PASSWORDS)
			problems.push(`${email} had ${refused} wrong passwords answered and ${repeated} lost, not ${WRONG_PASSWORDS}`)
	}

	async function pay(email: string): Promise<void> {
		const { body } = await ask('/functions/v1/create-payment', { body: { productName: PRODUCT } })
		const { pathname, search } = new URL(String(body['url']))
		const page = await ask(pathname + search)
		if (!expectStatus('checkout', page, 200)) return
		const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
		const card = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123', name: 'Ada', terms: 'accepted' }
		const form = new URLSearchParams({ action: 'pay', csrf, email, ...card })
		if (expectStatus('payment', await ask(pathname + search, { body: form, headers: { cookie: page.cookie } }), 303)) counts.paid += 1
	}

	/** A learner signs up and then works until `isOver`. */
	async function learn(number: number, isOver: () => boolean): Promise<void> {
		const email = `learner-${number}@example.test`
		await ask('/auth/v1/signup', { body: { email, password: PASSWORD } })
		let session = await ask('/auth/v1/token?grant_type=password', { body: { email, password: PASSWORD } })
		expectStatus('sign-in', session, 200)
		for (let round = 1; !isOver(); round += 1) {
			const token = String(session.body['access_token'])
			const focusArea = { text: `${number}/${round}`, changedAt: round }
			expectStatus('write', await ask('/api/planner/merge', { token, body: { week: WEEK, focusArea, rows: [] } }), 200)
			const planner = await ask('/api/planner', { token })
			expectStatus('read', planner, 200)
			if (!planner.text.includes(focusArea.text)) problems.push(`${focusArea.text} was acknowledged and not read back`)
			expectStatus('account', await ask('/auth/v1/user', { token }), 200)
			if (round % 8 === 0) await pay(email)
			if (round % 8 === 4) {
				const guessed = `guessed-${number}-${round}@example.test`
				await ask('/auth/v1/signup', { body: { email: guessed, password: PASSWORD } })
				await guess(guessed)
			}
			const next = await ask('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: session.body['refresh_token'] } })
			if (expectStatus('refresh', next, 200)) session = next
			else session = await ask('/auth/v1/token?grant_type=password', { body: { email, password: PASSWORD } })
			counts.rounds += 1
			await sleep(PAUSE_MS)
		}
	}

	return { send, learn, problems, counts }
}
