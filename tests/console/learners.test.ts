import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { readAccessState } from '#server/services/learning/entitlements/entitlements.ts'
import { anonymousContext } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { makeOrder, paidSnapshot } from '#tests/factories/snapshot.ts'
import { signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'
import { rowsOf } from './read-table.ts'

const actionsOf = ({ deps }: Wire) =>
	deps.db.selectFrom('operator_actions').select(['action', 'object_id', 'reason']).orderBy('created_at').orderBy('id').execute()

/** The badge: the filter has an option with the same words. */
const UNCLAIMED = 'not signed in yet</span>'

const addSession = ({ deps }: Wire, userId: string, more: { not_after?: Date } = {}) =>
	deps.db
		.insertInto('auth.sessions')
		.values({ user_id: userId, refresh_key: randomBytes(32), ...more })
		.execute()

test('a learner is found by email address, name, phone number and ID', async () => {
	const wire = await startWire()
	const { learner } = await buyAsLearner(wire.deps)
	const { db } = wire.deps
	await db
		.updateTable('auth.users')
		.set({ phone: '12025550123', raw_user_meta_data: JSON.stringify({ name: 'Ana María Núñez' }) })
		.where('id', '=', learner.userId)
		.execute()
	const support = await openConsoleAs(wire, 'support')
	const link = `/admin/learners/${learner.userId}`
	const { userId, email } = learner
	const known = [userId, userId.slice(-8), email, email.slice(0, 10), 'ana m', 'núñ', '+1 (202) 555', '12025550123']
	const missed: string[] = []
	for (const q of known) if (!(await support.get(`/admin/learners?q=${encodeURIComponent(q)}`)).text.includes(link)) missed.push(q)
	expect(missed).toEqual([])
	const odd = ['%', '_', "'--", '👩🏽‍🎓', 'x'.repeat(10_000), '\\', '0000']
	for (const q of odd) {
		const { status, text } = await support.get(`/admin/learners?q=${encodeURIComponent(q)}`)
		expect([status, text.includes(link)]).toEqual([200, false])
	}
})

test('a name is shown as entered, at sign-up or by a provider, before the address is confirmed', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	await wire.connect().auth.signInWithOtp({ email: 'nadia@names.test', options: { data: { name: 'Nadia Unconfirmed' } } })
	const provided = await makeLearner(wire.deps, 'full@names.test')
	await db
		.updateTable('auth.users')
		.set({ raw_user_meta_data: JSON.stringify({ full_name: 'Fay Provided' }) })
		.where('id', '=', provided.userId)
		.execute()
	wire.clock.advance(5 * 60_000)
	const support = await openConsoleAs(wire, 'support')
	const list = (await support.get('/admin/learners')).text
	for (const [email, name] of [
		['nadia@names.test', 'Nadia Unconfirmed'],
		['full@names.test', 'Fay Provided'],
	] as const) {
		expect(list).toContain(name)
		const { id } = await db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
		const { text } = await support.get(`/admin/learners/${id}`)
		expect(text).toContain(`<h1>${name}<`)
		const isConfirmed = email !== 'nadia@names.test'
		const sent = await support.post(`/admin/learners/${id}/sign-up-code`)
		expect(sent.status).toBe(isConfirmed ? 409 : 303)
		expect(text.includes('Resend sign-up email')).toBe(!isConfirmed)
		expect(text).toContain(`/admin/learners/${id}/write"`)
	}
})

test('searching for an address that looks like a phone number finds both', async () => {
	const wire = await startWire()
	const byAddress = await signedIn(wire, '49950207-4@mail.example')
	const byNumber = await signedIn(wire)
	await wire.deps.db.updateTable('auth.users').set({ phone: '4995020741' }).where('id', '=', byNumber.user.id).execute()
	const support = await openConsoleAs(wire, 'support')
	const { text } = await support.get('/admin/learners?q=49950207-4')
	expect([byAddress, byNumber].filter(({ user }) => text.includes(`/admin/learners/${user.id}`))).toHaveLength(2)
})

test('a very long name can be stored and found', async () => {
	const wire = await startWire()
	const { client, user } = await signedIn(wire)
	const name = `${'Wolfeschlegel '.repeat(140)}Bergerdorff`
	expect((await client.auth.updateUser({ data: { name } })).error).toBeNull()
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/learners?q=wolfeschlegel')).text).toContain(user.id)
	expect((await support.get(`/admin/learners/${user.id}`)).status).toBe(200)
})

test('a guest who paid is shown as paid, with the order, until the first sign-in', async () => {
	const wire = await startWire()
	const order = await makeOrder(wire.deps)
	const email = order.email ?? ''
	const support = await openConsoleAs(wire, 'support')
	const ofAccount = async () => {
		const { id } = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
		return (await support.get(`/admin/learners/${id}`)).text
	}
	// Nothing was paid, so the order isn't shown as a purchase of the account with the typed address.
	await wire.connect().auth.signInWithOtp({ email })
	expect((await support.get('/admin/learners')).text).not.toContain(UNCLAIMED)
	expect(await ofAccount()).toMatch(/Access to [^<]+<\/dt><dd><span class="badge text-soft">free lessons only</)
	expect(await ofAccount()).not.toContain(`/admin/orders/${order.id}`)

	await applySnapshot(anonymousContext(wire.deps), order.id, paidSnapshot(order))
	expect((await support.get('/admin/learners')).text).toContain(UNCLAIMED)
	expect((await support.get(`/admin/learners?q=${email}`)).text).toContain(UNCLAIMED)
	expect(await ofAccount()).toContain(UNCLAIMED)
	expect(await ofAccount()).toContain(`/admin/orders/${order.id}`)

	await wire.deps.db.updateTable('auth.users').set({ email_confirmed_at: wire.clock.now() }).where('email', '=', email).execute()
	expect((await support.get(`/admin/learners?q=${email}`)).text).toContain('>has access<')
	expect(await ofAccount()).not.toContain(UNCLAIMED)
})

test('a learner’s page shows orders, sessions and progress; support can only change sign-ins', async () => {
	const wire = await startWire()
	const { learner, orderId } = await buyAsLearner(wire.deps)
	const support = await openConsoleAs(wire, 'support')
	const path = `/admin/learners/${learner.userId}`
	const { text } = await support.get(path)
	for (const part of [learner.email, `/admin/orders/${orderId}`, 'Your receipt for', 'Sign out everywhere', 'text-spruce-ink">has access'])
		expect(text).toContain(part)
	expect(text).not.toContain('/ban"')
	await addSession(wire, learner.userId)
	await addSession(wire, learner.userId, { not_after: wire.clock.now() })
	expect(rowsOf((await support.get(path)).text, 'Open sessions')).toHaveLength(2)
	expect((await support.post(`${path}/sign-out`)).to).toBe(`${path}?notice=signed-out-there`)
	const left = await wire.deps.db.selectFrom('auth.sessions').select('id').where('user_id', '=', learner.userId).execute()
	expect(left).toEqual([])
	expect((await support.get('/admin/learners/018f0000-0000-7000-8000-000000000000')).status).toBe(404)
	expect((await support.get('/admin/learners/no-id')).status).toBe(404)
})

test('banning, unbanning, factor removal, export and deletion each require a reason and are logged', async () => {
	const wire = await startWire()
	const { client, user, email } = await signedIn(wire)
	await client.auth.mfa.enroll({ factorType: 'totp' })
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/learners/${user.id}`
	expect((await operator.post(`${path}/ban`, { reason: ' ' })).status).toBe(400)
	expect((await operator.post(`${path}/ban`, { reason: 'Shares the account' })).to).toContain('notice=banned')
	// Otherwise, lifting the ban would open these sessions again.
	expect(await wire.deps.db.selectFrom('auth.sessions').select('id').where('user_id', '=', user.id).execute()).toEqual([])
	expect((await operator.get(path)).text).toContain('Lift the ban')
	expect((await operator.get(path)).text).toContain('This learner is banned')
	expect((await operator.get('/admin/learners')).text).toMatch(/>banned</)
	expect((await operator.post(`${path}/lift-ban`, { reason: 'Talked about it' })).to).toContain('notice=ban-lifted')
	await addSession(wire, user.id)
	expect((await operator.post(`${path}/factors`, { reason: 'Phone lost, known by an order' })).to).toContain('notice=factors-removed')
	// Someone who found the phone may be signed in on it.
	expect(await wire.deps.db.selectFrom('auth.sessions').select('id').where('user_id', '=', user.id).execute()).toEqual([])
	expect(await wire.deps.db.selectFrom('auth.mfa_factors').select('id').where('user_id', '=', user.id).execute()).toEqual([])
	const copy = await operator.post(`${path}/copy`, { reason: 'Asked by letter' })
	expect([copy.status, copy.headers.get('content-disposition')?.startsWith('attachment'), copy.text.includes(email)]).toEqual([
		200,
		true,
		true,
	])
	expect((await operator.post(`${path}/erase`, { reason: 'Asked by letter' })).to).toContain('notice=erasure-requested')
	const { erases_at: erasesAt } = await wire.deps.db.selectFrom('privacy_requests').select('erases_at').executeTakeFirstOrThrow()
	expect(erasesAt?.getTime()).toBeGreaterThan(wire.clock.now().getTime())
	expect((await actionsOf(wire)).map(({ action, reason }) => `${action}: ${reason}`)).toEqual([
		'account_banned: Shares the account',
		'ban_lifted: Talked about it',
		'second_factors_removed: Phone lost, known by an order',
		'data_copied: Asked by letter',
		'erasure_requested: Asked by letter',
	])
	const own = `/admin/learners/${operator.userId}`
	for (const verb of ['ban', 'erase', 'factors']) {
		expect((await operator.post(`${own}/${verb}`, { reason: 'x' })).status).toBe(409)
		expect((await operator.get(own)).text).not.toContain(`action="${own}/${verb}"`)
	}
	expect((await operator.get(own)).text).toContain('This is your own account.')
})

test.each(['ban', 'erase'])('if two operators %s each other at the same time, one remains', async (verb) => {
	const wire = await startWire()
	const [one, two] = [await openConsoleAs(wire, 'operator'), await openConsoleAs(wire, 'operator', 'second@academy.test')]
	const answers = await Promise.all([
		one.post(`/admin/learners/${two.userId}/${verb}`, { reason: 'x' }),
		two.post(`/admin/learners/${one.userId}/${verb}`, { reason: 'x' }),
	])
	expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
	expect(await actionsOf(wire)).toHaveLength(1)
})

test('access is given and ended without payment, each with a reason', async () => {
	const wire = await startWire()
	const { user, email } = await signedIn(wire)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/learners/${user.id}`
	expect((await operator.post(`${path}/grant`, { reason: '' })).status).toBe(400)
	expect((await operator.post(`${path}/grant`, { reason: 'Won a place' })).to).toContain('notice=access-given')
	expect((await operator.post(`${path}/grant`, { reason: 'Again' })).status).toBe(409)
	expect(await readAccessState(wire.deps.db, user.id)).toBe('active')
	expect((await wire.lastMail(email)).template).toBe('order.access')
	const { id: order } = await wire.deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	const { text } = await operator.get(`/admin/orders/${order}`)
	expect(text).toMatch(/<p [^>]*><span class="badge[^"]*">free access</)
	expect(text).toMatch(/<dt>Given<\/dt><dd><time[^>]*>[^<]*<\/time> by operator@academy\.test</)
	expect(text).not.toMatch(/\$0\.00|Refund:|Policy and consent|as a guest|Ordered:|<dt>Payment method/)
	expect([text.includes('End access'), text.includes('Check with'), text.includes('/refund"')]).toEqual([true, false, false])
	expect((await operator.get('/admin/orders?state=given')).text).toContain(order)
	expect((await operator.get('/admin/orders?state=paid')).text).not.toContain(order)
	const ending = { ...hiddenIn((await operator.get(path)).text, `/admin/orders/${order}/end-access`), reason: 'It was for a month' }
	expect((await operator.post(`/admin/orders/${order}/end-access`, ending)).to).toBe(`${path}?notice=access-ended`)
	expect(await readAccessState(wire.deps.db, user.id)).toBe('ended')
	expect((await operator.get('/admin/orders?state=all')).text).toMatch(/>free access ended</)
	const listed = async (state: string) => (await operator.get(`/admin/orders?state=${state}`)).text.includes(order)
	expect([await listed('given'), await listed('ended'), await listed('expired')]).toEqual([false, true, false])
	expect(new Set((await operator.get(path)).text.match(/access ended:|\/end-access"/g))).toEqual(new Set(['access ended:']))
	expect((await operator.post(`/admin/orders/${order}/end-access`, { reason: 'Again' })).status).toBe(409)
	expect((await (await openConsoleAs(wire, 'support')).get(`/admin/orders/${order}`)).text).not.toContain('More actions')
	expect((await actionsOf(wire)).map(({ action }) => action)).toEqual(['access_given', 'access_ended'])
})

test('an operator can cancel a pending deletion, and the learner is notified', async () => {
	const wire = await startWire()
	const { user, email } = await signedIn(wire)
	const operator = await openConsoleAs(wire, 'operator')
	const page = `/admin/learners/${user.id}`
	const reason = 'written request'
	expect((await operator.post(`${page}/keep`, { reason })).to).toBe(`${page}?notice=erasure-none`)
	await operator.post(`${page}/erase`, { reason })
	const scheduled = (await wire.lastMail(email)).body
	expect(scheduled).toContain('We’ve scheduled the deletion')
	expect(scheduled).not.toMatch(/You asked us|someone else|pledge/)
	for (const shown of [page, '/admin/privacy']) expect((await operator.get(shown)).text).toContain(`action="${page}/keep"`)
	expect((await operator.post(`${page}/keep`, { reason })).to).toBe(`${page}?notice=erasure-canceled`)
	const request = await wire.deps.db.selectFrom('privacy_requests').select('outcome').executeTakeFirstOrThrow()
	expect(request.outcome).toBe('canceled')
	const canceled = await wire.lastMail(email)
	expect(canceled.template).toBe('privacy.erasure-canceled')
	expect(canceled.body).not.toContain('someone else')
	expect((await actionsOf(wire)).map(({ action }) => action)).toEqual(['erasure_requested', 'erasure_canceled'])
	expect((await operator.get(page)).text).toContain('Delete account')
})

test('learner-provided text never runs as script in the console', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { user, email } = await signedIn(wire)
	const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"'
	await db
		.updateTable('auth.users')
		.set({ raw_user_meta_data: JSON.stringify({ name: hostile }) })
		.where('id', '=', user.id)
		.execute()
	await db
		.insertInto('support_tickets')
		.values({ name: hostile, email, subject: hostile, message: hostile, due_at: wire.clock.now() })
		.execute()
	await db
		.insertInto('outbox_messages')
		.values({ channel: 'email', to_address: email, template: 'support.note', subject: hostile, body: '', last_error: hostile })
		.execute()
	const operator = await openConsoleAs(wire, 'operator')
	for (const path of ['/admin/learners', `/admin/learners/${user.id}`, `/admin/search?q=${email}`]) {
		const { status, text } = await operator.get(path)
		expect([path, status, text.includes('alert(1)'), /<script>alert|<img src=x/.test(text)]).toEqual([path, 200, true, false])
	}
})

test('without JavaScript a refused form stays open in place, with the input and the error at its field', async () => {
	const wire = await startWire()
	const { user } = await signedIn(wire)
	const operator = await openConsoleAs(wire, 'operator')
	const page = `/admin/learners/${user.id}`
	const idOf = (path: string) => path.replaceAll(/[^a-z0-9]+/gi, '-')
	const send = (verb: string, fields: Record<string, string>) =>
		operator.post(`${page}/${verb}`, { form_id: idOf(`${page}/${verb}`), form_page: page, ...fields })
	const letter = await send('write', { subject: 'Your question', text: ' ' })
	expect(letter.status).toBe(422)
	expect(letter.text).toMatch(/<details class="disclosure" open=""><summary>Send an email/)
	expect(letter.text).toContain('value="Your question"')
	expect(letter.text).toMatch(/<textarea[^>]* aria-invalid="true"/)
	const ban = await send('ban', { reason: ' ' })
	expect(ban.status).toBe(400)
	expect(ban.text).toMatch(/<details class="disclosure" open=""><summary>Ban</)
	expect(ban.text).toMatch(/<input[^>]* aria-invalid="true"[^>]* name="reason"/)
})
