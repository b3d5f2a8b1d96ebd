import { expect, test } from 'vitest'

import { readRoutes } from '#scripts/check-docs/read-routes.ts'
import { GOOD_PASSWORD, signedIn, startWire } from '#tests/wire/test-client.ts'

import { consoleBrowser, openConsoleAs } from './open-console.ts'
import { ROUTE_TABLE } from './route-table.ts'

const MINUTE_MS = 60_000
const INSIDE = ROUTE_TABLE.filter(({ least }) => least !== 'anyone')
const PAGES = INSIDE.filter(({ method }) => method === 'GET')
const ACTIONS = INSIDE.filter(({ method }) => method === 'POST')

/** Fills in route parameters. */
const fill = (path: string) => path.replaceAll(/:\w+/g, '018f0000-0000-7000-8000-000000000000').replace('*', 'index.html')

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('the console has exactly the routes of the permission table', async () => {
	const { app } = await startWire()
	const mounted = readRoutes(app).filter(({ path }) => /^\/admin(?:\/|$)/.test(path))
	expect(mounted.map(nameOf).toSorted()).toEqual(ROUTE_TABLE.map(nameOf).toSorted())
})

test('pages and data are refused without a complete sign-in, and operator pages are refused to support', async () => {
	const wire = await startWire()
	const bearer = { authorization: `Bearer ${(await signedIn(wire)).session.access_token}` }
	const support = await openConsoleAs(wire, 'support')
	const operator = await openConsoleAs(wire, 'operator')
	const half = consoleBrowser(wire)
	await half.post('/admin/sign-in', { email: operator.email, password: GOOD_PASSWORD })
	const wrong: string[] = []
	for (const { path, least } of PAGES) {
		const target = fill(path)
		const stranger = await consoleBrowser(wire).get(target)
		const learner = await consoleBrowser(wire).get(target, bearer)
		for (const [who, { status, to }] of Object.entries({ stranger, learner }))
			if (status !== 303 || !to.startsWith('/admin/sign-in?to=')) wrong.push(`${path} answers a ${who} ${status}`)
		const { status, to } = await half.get(target)
		if (status !== 303 || !to.startsWith('/admin/second-factor?to=')) wrong.push(`${path} answers half a sign-in ${status}`)
		const asSupport = await support.get(target)
		if ((asSupport.status === 403) !== (least === 'operator')) wrong.push(`${path} (${least}) answers support ${asSupport.status}`)
		if (asSupport.status === 403 && !asSupport.text.includes('<h1>Not allowed</h1>'))
			wrong.push(`${path} doesn’t say that it isn’t allowed`)
		if ((await operator.get(target)).status === 403) wrong.push(`${path} is refused to the operator`)
	}
	expect(wrong).toEqual([])
})

/** Alternative spellings of the URL: a router might resolve one to the page without its guard. */
const spellingsOf = (target: string) => [
	`${target}.data`,
	`${target}.data?_routes=root`,
	`${target}.data?index`,
	`${target}/_.data`,
	`${target}/`,
	target.replace('/admin/', '/Admin/'),
	target.replace(/[^/]+$/, (last) => last.toUpperCase()),
	target.replace(/[^/]+$/, (last) => `%${last.charCodeAt(0).toString(16)}${last.slice(1)}`),
	target.replace('/admin/', '/admin//'),
]

test('alternative spellings of a URL don’t bypass its permission check', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const email = 'seen-by-operators@academy.test'
	const { id } = await wire.deps.db
		.insertInto('outbox_messages')
		.values({ channel: 'email', to_address: email, template: 'support.answer', subject: 'x', body: '', created_at: wire.clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	expect((await support.get('/admin/messages.data')).text).toContain(email)
	const wrong: string[] = []
	for (const spelling of ['/admin/messages', `/admin/messages/${id}`].flatMap(spellingsOf)) {
		const { text, status } = await consoleBrowser(wire).get(spelling)
		if (status === 200 || text.includes(email)) wrong.push(`${spelling} answers a stranger ${status}`)
	}
	for (const spelling of PAGES.filter(({ least }) => least === 'operator').flatMap(({ path }) => spellingsOf(fill(path)))) {
		const { status } = await support.get(spelling)
		// With a trailing slash, 301 leads to the page without it, which answers 403.
		if (![301, 403, 404].includes(status)) wrong.push(`${spelling} answers support ${status}`)
	}
	expect(wrong).toEqual([])
})

test('every action requires a session, the role, a same-site form and, if guarded, a fresh second factor', async () => {
	const wire = await startWire()
	const bearer = { authorization: `Bearer ${(await signedIn(wire)).session.access_token}` }
	const support = await openConsoleAs(wire, 'support')
	const operator = await openConsoleAs(wire, 'operator')
	wire.clock.advance(11 * MINUTE_MS)
	const wrong: string[] = []
	for (const { path, least, isGuarded } of ACTIONS) {
		const target = fill(path)
		const expectStatus = (who: string, found: number, isRight: boolean) => {
			if (!isRight) wrong.push(`${path} answers ${who} ${found}`)
		}
		for (const address of [target, `${target}.data`]) {
			const headers = [{}, bearer]
			for (const each of headers) {
				const { status } = await consoleBrowser(wire).post(address, {}, each)
				expectStatus('a stranger', status, status === 403)
			}
			const unsigned = await operator.post(address, { form_token: '' })
			expectStatus('a form without token', unsigned.status, unsigned.status === 403)
			const foreign = await operator.post(address, {}, { origin: 'https://elsewhere.test' })
			expectStatus('a form of another site', foreign.status, foreign.status === 403 || foreign.status === 400)
			const asSupport = await support.post(address, { form_token: '' })
			expectStatus('support', asSupport.status, asSupport.status === 403)
		}
		const asSupport = await support.post(target)
		if (least === 'operator') expectStatus('support', asSupport.status, asSupport.status === 403)
		const stale = await operator.post(target)
		const asksCode = stale.status === 422 && stale.text.includes('Enter a code from your authenticator app')
		expectStatus(isGuarded ? 'without a code' : 'the operator, asking for a code,', stale.status, asksCode === isGuarded)
	}
	expect(wrong).toEqual([])
	// Only these actions succeed, because they need no object; for all others, the object doesn't exist.
	const done = await wire.deps.db.selectFrom('operator_actions').select('action').orderBy('action').execute()
	expect(done.map(({ action }) => action)).toEqual(['checklist_run', 'first_steps_hidden', 'test_mail_sent'])
})

test('a page of a missing record shows a plain message', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const wrong: string[] = []
	for (const { path } of PAGES.filter(({ path }) => path.includes(':')))
		for (const id of ['018f0000-0000-7000-8000-000000000000', 'none']) {
			const { status, text } = await operator.get(path.replaceAll(/:\w+/g, id))
			const message = /role="alert"[^>]*>([^<]*)</.exec(text)?.[1] ?? text
			if (status !== 404 || !/^We can’t find that .*\.$|^Page not found\.$/.test(message))
				wrong.push(`${path} answers ${status}: ${message.slice(0, 100)}`)
		}
	expect(wrong).toEqual([])
})
