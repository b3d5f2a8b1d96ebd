import { expect, test } from 'vitest'

import { checkedAnswers, findDeviation } from './published-answers.ts'
import { signedIn, startWire } from './test-client.ts'

const answerWith = (body: unknown, status = 200) =>
	new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

test('any deviation from the published schema is detected', async () => {
	const user = new Request('http://localhost/auth/v1/user')
	expect(await findDeviation(user, answerWith({ id: crypto.randomUUID(), email: 'a@example.com' }))).toBeNull()
	expect(await findDeviation(user, answerWith({ id: 'seven' }))).toContain('get /user 200')
	expect(await findDeviation(user, answerWith({ is_anonymous: 'no' }))).toContain('is_anonymous')
	const token = new Request('http://localhost/auth/v1/token?grant_type=password', { method: 'POST' })
	expect(await findDeviation(token, answerWith({ access_token: 7 }))).toContain('access_token')
	expect(await findDeviation(token, answerWith({ code: 'text', msg: 'm' }, 400))).toContain('post /token 400')
})

test('the server’s own answers are checked against the published schema', async () => {
	const wire = await startWire()
	const { client } = await signedIn(wire)
	await client.auth.getUser()
	await client.auth.refreshSession()
	await wire.post('/token?grant_type=password', { email: 'nobody@example.com', password: 'wrong-password' })
	await wire.request('/auth/v1/settings')
	await wire.request('/auth/v1/health')
	for (const name of [
		'get /user 200',
		'post /token 200',
		'post /signup 200',
		'post /verify 200',
		'post /token 400',
		'get /settings 200',
		'get /health 200',
	])
		expect([name, (checkedAnswers.get(name) ?? 0) > 0]).toEqual([name, true])
})
