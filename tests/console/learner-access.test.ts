import { expect, test } from 'vitest'

import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { systemContext } from '#server/services/context.ts'
import { readAccess, readAccessState } from '#server/services/learning/entitlements/entitlements.ts'
import { changeAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { anonymousContext } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { loadTwoCourses, SHEETS } from '#tests/factories/two-courses.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'
import { uploadList } from './upload-list.ts'

test('a console user isn’t listed as a learner, unless they have access to something', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const isListed = async () => (await operator.get('/admin/learners')).text.includes(`href="/admin/learners/${operator.userId}"`)
	expect(await isListed()).toBe(false)
	expect((await operator.get(`/admin/learners?q=${operator.email}`)).text).toContain(operator.userId)
	await operator.post(`/admin/learners/${operator.userId}/grant`, { reason: 'To look at it as a learner' })
	expect(await isListed()).toBe(true)
})

test('a buyer who hasn’t signed in yet can be mailed and given access, which starts at the first sign-in', async () => {
	const wire = await startWire()
	const order = await makeOrder(wire.deps)
	const email = order.email ?? ''
	await wire.connect().auth.signInWithOtp({ email })
	await applySnapshot(anonymousContext(wire.deps), order.id, paidSnapshot(order))
	const { id } = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/learners/${id}`
	expect((await operator.get(path)).text).not.toContain('disabled=""')
	expect((await operator.post(`${path}/write`, { subject: 'Welcome', text: 'Your course is ready.' })).to).toContain(
		'notice=learner-written',
	)
	expect((await wire.lastMail(email)).subject).toBe('Welcome')
	expect((await operator.post(`${path}/grant`, { reason: 'Again' })).status).toBe(409)

	await wire.deps.db.updateTable('entitlements').set({ state: 'revoked' }).where('email', '=', email).execute()
	expect((await operator.post(`${path}/grant`, { reason: 'Won a place' })).to).toContain('notice=access-waits')
	expect((await wire.lastMail(email)).template).toBe('auth.invite')
	expect(await readAccessState(wire.deps.db, id)).toBe('none')
	await wire.deps.db.updateTable('auth.users').set({ email_confirmed_at: wire.clock.now() }).where('id', '=', id).execute()
	expect(await readAccessState(wire.deps.db, id)).toBe('active')
})

test('a banned account can’t be given access until the ban is lifted', async () => {
	const wire = await startWire()
	const { userId: id } = await makeLearner(wire.deps, 'banned@list.test')
	const operator = await openConsoleAs(wire, 'operator')
	const grant = () => operator.post(`/admin/learners/${id}/grant`, { reason: 'Won a place' })
	await operator.post(`/admin/learners/${id}/ban`, { reason: 'Shared the account' })
	const refused = await grant()
	expect(refused.status).toBe(409)
	expect(refused.text).toContain('This account is banned, so access wouldn’t open. Lift the ban first.')
	expect(await readAccessState(wire.deps.db, id)).toBe('none')
	await operator.post(`/admin/learners/${id}/lift-ban`, { reason: 'Explained' })
	expect((await grant()).to).toContain('notice=access-given')
	expect(await readAccessState(wire.deps.db, id)).toBe('active')
})

test('learners can be filtered by access and course, in the list and its file', async () => {
	const wire = await startWire({ content: loadTwoCourses() })
	const { learner } = await buyAsLearner(wire.deps)
	const other = await makeLearner(wire.deps, 'nothing@list.test')
	const order = await makeOrder(wire.deps)
	const guest = order.email ?? ''
	await wire.connect().auth.signInWithOtp({ email: guest })
	await applySnapshot(anonymousContext(wire.deps), order.id, paidSnapshot(order))
	const operator = await openConsoleAs(wire, 'operator')
	const emails = [learner.email, guest, other.email]
	const listed = async (query: string) => {
		const page = (await operator.get(`/admin/learners?${query}`)).text
		const file = (await operator.post('/admin/learners.csv', Object.fromEntries(new URLSearchParams(query)))).text
		const found = emails.filter((email) => page.includes(`>${email}<`))
		expect([query, emails.filter((email) => file.includes(email))]).toEqual([query, found])
		return found
	}
	expect(await listed('')).toEqual(emails)
	expect(await listed('access=open')).toEqual([learner.email, guest])
	expect(await listed('access=waiting')).toEqual([guest])
	expect(await listed('access=none')).toEqual([other.email])
	const { text: file } = await operator.post('/admin/learners.csv')
	for (const [email, access] of [[learner.email, 'has access'] as const, [guest, 'has access (not signed in yet)'] as const])
		expect(file.split('\r\n').find((line) => line.includes(email))).toContain(`,${access},`)
	expect((await operator.get('/admin/learners')).text).toContain('<option value="open">Has access</option>')
	expect(await listed('course=main')).toEqual([learner.email, guest])
	expect(await listed(`course=${SHEETS.course}`)).toEqual([])
	expect(await listed(`course=${SHEETS.course}&access=none`)).toEqual(emails)
	expect(await listed('access=any&course=gone')).toEqual(emails)
})

test('support changes a learner’s name, which lists and search use, but not that of a colleague; the log keeps no name', async () => {
	const wire = await startWire()
	const { userId } = await makeLearner(wire.deps)
	await changeAccount(systemContext(wire.deps, 'test'), userId, { user_metadata: { full_name: 'Provider Name' } })
	const operator = await openConsoleAs(wire, 'operator')
	const support = await openConsoleAs(wire, 'support')
	for (const change of ['name', 'sign-out'])
		expect((await support.post(`/admin/learners/${operator.userId}/${change}`, { name: 'Ana' })).status).toBe(403)
	const path = `/admin/learners/${userId}`
	const renamed = await support.post(`${path}/name`, { name: ' Ana\nWeber ' })
	expect(renamed.to).toBe(`${path}?notice=learner-renamed`)
	expect((await support.get(path)).text).toContain('<title>Ana Weber · ')
	expect((await support.get('/admin/learners?q=weber')).text).toContain(path)
	expect((await support.post(`${path}/name`, { name: 'x'.repeat(101) })).status).toBe(422)
	await support.post(`${path}/name`, { name: '' })
	expect((await support.get(path)).text).toContain('Add a name')
	const logged = await wire.deps.db.selectFrom('operator_actions').selectAll().execute()
	expect(logged.map(({ action, object_id: id }) => [action, id])).toEqual(Array(2).fill(['learner_renamed', userId]))
	expect(JSON.stringify(logged)).not.toContain('Weber')
})

test('a learner is offered only the courses that they have no access to', async () => {
	const wire = await startWire({ content: loadTwoCourses() })
	const { learner } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/learners/${learner.userId}`
	const offered = async () => {
		const { text } = await operator.get(path)
		return {
			courses: [...text.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id),
			isWhole: text.includes('has access to every course'),
		}
	}
	expect(await offered()).toEqual({ courses: [SHEETS.course], isWhole: false })
	await operator.post(`${path}/grant`, { course: SHEETS.course, reason: 'Won a place' })
	expect(await offered()).toEqual({ courses: [], isWhole: true })
})

test('the end of access says how many valid certificates of this learner it revokes', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const { db, now } = wire.deps
	const [one, other] = [(await makeLearner(wire.deps)).userId, (await makeLearner(wire.deps)).userId]
	for (const id of [one, other]) await operator.post(`/admin/learners/${id}/grant`, { reason: 'Won it', code: operator.code() })
	const certify = (id: string, isRevoked: boolean) =>
		db
			.insertInto('certificates')
			.values({
				user_id: id,
				course_code: 'c',
				course_name: 'Course',
				learner_name: 'A',
				issued_at: now(),
				credential: '{}',
				revoked_at: isRevoked ? now() : null,
				revoked_reason: isRevoked ? 'issued-in-error' : null,
			})
			.execute()
	await certify(one, true)
	await certify(other, false)
	const lossOf = async (id: string) =>
		/(\d+ certificates? (?:is|are)) revoked, unless/.exec((await operator.get(`/admin/learners/${id}`)).text)?.[1]
	expect([await lossOf(one), await lossOf(other)]).toEqual([undefined, '1 certificate is'])
})

test('an operator ends paid access without a refund, gives it back, and sets its end', async () => {
	const wire = await startWire()
	const { learner, orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const [page, order] = [`/admin/learners/${learner.userId}`, `/admin/orders/${orderId}`]
	const accessNow = () => readAccess(wire.deps.db, learner.userId)
	const isListed = async (access: string) => (await operator.get(`/admin/learners?access=${access}`)).text.includes(`>${learner.email}<`)
	const listedIn = async () => {
		const filters = ['open', 'ending', 'ended', 'none']
		const found = await Promise.all(filters.map(isListed))
		return filters.filter((_, index) => found[index])
	}
	expect((await operator.post(`${order}/end-access`, { reason: '' })).status).toBe(400)
	expect((await (await openConsoleAs(wire, 'support')).post(`${order}/end-access`, { reason: 'No' })).status).toBe(403)
	const ended = await operator.post(`${order}/end-access`, {
		...hiddenIn((await operator.get(page)).text, `${order}/end-access`),
		reason: 'Shared it',
	})
	// An undo would need no second factor.
	expect(ended.to).toBe(`${page}?notice=access-ended`)
	expect([(await accessNow()).access, await listedIn()]).toEqual(['ended', ['ended', 'none']])
	expect((await operator.get(order)).text).toContain('Nothing more. Access has already ended. Progress and notes are kept.')
	expect((await operator.get(page)).text).toContain('Give access to Digital Income Mastery - Lifetime Access back')
	const { id: entry } = await wire.deps.db.selectFrom('operator_actions').select('id').executeTakeFirstOrThrow()
	expect((await operator.post(`/admin/undo/${entry}`, { form_page: page })).status).toBe(404)
	const shown = async () => hiddenIn((await operator.get(order)).text, `${order}/access-end`)
	expect((await operator.post(`${order}/access-end`, { ...(await shown()), reason: 'A mistake', ends: '' })).to).toContain(
		'notice=access-end-removed',
	)
	expect([await accessNow(), await listedIn()]).toEqual([{ access: 'active', endsAt: null }, ['open']])

	for (const ends of ['2020-01-01T00:00', 'soon'])
		expect((await operator.post(`${order}/access-end`, { reason: 'A term', ends })).status).toBeGreaterThanOrEqual(400)
	const before = await shown()
	expect((await operator.post(`${order}/access-end`, { ...before, reason: 'A term', ends: '2040-12-31T12:00' })).to).toContain(
		`${order}?notice=access-end-set&ends=2040-12-31T17:00:00.000Z`,
	)
	const late = await operator.post(`${order}/access-end`, { ...before, reason: 'Opened earlier', ends: '' })
	expect([late.status, late.text.includes('Someone changed this end in the meantime')]).toEqual([409, true])
	expect([(await accessNow()).access, await listedIn()]).toEqual(['active', ['open', 'ending']])
	expect((await operator.get(page)).text).toContain('Ends Dec 31, 2040')
	await operator.post(`${order}/mail`, { mail: 'access' })
	expect((await wire.lastMail(learner.email)).body).toContain('Your access ends on December 31, 2040 (UTC).')
	const setState = (state: 'active' | 'suspended') => wire.deps.db.updateTable('entitlements').set({ state }).execute()
	await setState('suspended')
	expect(await listedIn()).toEqual(['none'])
	await setState('active')
	expect((await operator.get(order)).text).toContain('Ends Dec 31, 2040')
	expect((await operator.post(`${order}/access-end`, { ...(await shown()), reason: 'Loyal', ends: '' })).to).toContain(
		'notice=access-end-removed',
	)
	expect(await accessNow()).toEqual({ access: 'active', endsAt: null })
	const log = (await operator.get('/admin/actions')).text
	expect([log.includes('Ended access'), log.includes('Changed when access ends')]).toEqual([true, true])
})

test('access can be given until a time', async () => {
	const wire = await startWire()
	const { userId } = await makeLearner(wire.deps, 'until@list.test')
	const operator = await openConsoleAs(wire, 'operator')
	const grant = (ends: string) => operator.post(`/admin/learners/${userId}/grant`, { reason: 'A scholarship', ends })
	expect((await grant('2020-01-01T00:00')).text).toContain('Choose a time in the future.')
	const { to } = await grant('2040-12-31T12:00')
	expect((await operator.get(to)).text).toContain('Access granted. Access ends December 31, 2040 at 12:00 PM EST. We emailed the learner.')
	for (const ends of ['soon', '9'.repeat(400)])
		expect((await operator.get(`/admin/learners/${userId}?notice=access-given&ends=${ends}`)).text).toContain('Access granted. We emailed')
	expect((await readAccess(wire.deps.db, userId)).endsAt?.getUTCFullYear()).toBe(2040)
	const { id } = await wire.deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	const listedIn = async () => {
		const pages = await Promise.all(['given', 'ended'].map((state) => operator.get(`/admin/orders?state=${state}`)))
		return pages.map(({ text }) => text.includes(id))
	}
	expect(await listedIn()).toEqual([true, false])
	await wire.deps.db
		.updateTable('entitlements')
		.set({ ends_at: new Date(Date.now() - 1000) })
		.execute()
	expect(await listedIn()).toEqual([false, true])
	for (const page of ['/admin/orders?state=all', `/admin/orders/${id}`, `/admin/learners/${userId}`])
		expect((await operator.get(page)).text).toMatch(/>free access ended</)
})

test('access that ends can be given for longer, singly, in bulk and by an import, but not for less', async () => {
	const wire = await startWire()
	const { learner, orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const page = `/admin/learners/${learner.userId}`
	const list = await uploadList(wire, operator, `email\n${learner.email}\n`, '/admin/learner-imports')
	const previews = async () => {
		const chosen = { list: 'learners', action: 'grant-access:main', [`row-${learner.userId}`]: 'on' }
		const jobs = [await operator.post('/admin/bulk', chosen), await operator.post(`${list.to}/preview`, { 'gift-main': 'on' })]
		const texts = await Promise.all(jobs.map(async ({ to }) => (await operator.get(to)).text))
		return texts.map((text) => /will apply to (\d+) learner/.exec(text)?.[1] ?? '0')
	}
	expect([await previews(), (await operator.get(page)).text.includes('has access to every course')]).toEqual([['0', '0'], true])
	await wire.deps.db.updateTable('entitlements').set({ ends_at: '2040-01-01T00:00Z' }).where('order_id', '=', orderId).execute()
	expect([await previews(), (await operator.get(page)).text.includes('has access to every course')]).toEqual([['1', '1'], false])
	const grant = (ends: string) => operator.post(`${page}/grant`, { reason: 'A scholarship', ends })
	expect((await grant('2039-12-01T12:00')).text).toContain('This account already has access.')
	expect((await grant('2040-12-31T12:00')).to).toContain('notice=access-given')
	expect((await grant('')).to).toContain('notice=access-given')
	expect(await readAccess(wire.deps.db, learner.userId)).toEqual({ access: 'active', endsAt: null })
	expect([await previews(), (await grant('')).status]).toEqual([['0', '0'], 409])
})
