import { expect, test } from 'vitest'

import { readAccessState } from '#server/services/learning/entitlements/read-access-state.ts'
import { loadTwoCourses, PRODUCTS, SHEETS } from '#tests/factories/two-courses.ts'
import { GOOD_PASSWORD, signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const ADD = '/admin/learners/add'

const actionsOf = ({ deps }: Wire) =>
	deps.db.selectFrom('operator_actions').select(['action', 'object_id', 'reason', 'after']).orderBy('created_at').orderBy('id').execute()

const mailsTo = async ({ deps }: Wire, email: string) =>
	(await deps.db.selectFrom('outbox_messages').select('template').where('to_address', '=', email).orderBy('id').execute()).map(
		({ template }) => template,
	)

async function open() {
	const wire = await startWire({ content: loadTwoCourses() })
	return { wire, operator: await openConsoleAs(wire, 'operator') }
}

test('a new learner is invited by email, and the link opens the account with what was given', async () => {
	const { wire, operator } = await open()
	const page = (await operator.get(ADD)).text
	// Courses, and products that are more or less than one course.
	for (const title of [PRODUCTS.sheets, PRODUCTS.both, PRODUCTS.oneModule]) expect(page).toContain(`<span>${title}</span>`)
	expect(page).not.toContain(`<span>${PRODUCTS.main}</span>`)
	const fields = { email: ' Ana@Example.test', name: 'Ana\0 Lima', [`gift-${SHEETS.course}`]: 'on', mails: 'on' }
	expect((await operator.post(ADD, fields)).status).toBe(400)
	const { to } = await operator.post(ADD, { ...fields, reason: 'Paid by check' })
	const id = /learners\/([\da-f-]{36})\?notice=learner-invited/.exec(to)?.[1] ?? ''
	const shown = (await operator.get(to)).text
	for (const words of ['The invitation is on its way', 'Ana Lima', 'Email not confirmed', `End access to ${PRODUCTS.sheets}`])
		expect(shown).toContain(words)
	expect(await mailsTo(wire, 'ana@example.test')).toEqual(['auth.invite'])
	const mail = await wire.lastMail('ana@example.test')
	expect(mail.body).toContain(`Open for you: ${PRODUCTS.sheets}.`)
	const wanted = { courses: [SHEETS.course], modules: [] }
	expect(await readAccessState(wire.deps.db, id, wanted)).toBe('none')
	const { data } = await wire.connect().auth.verifyOtp({ token_hash: mail.linkToken, type: 'invite' })
	expect(data.user).toMatchObject({ id, user_metadata: { name: 'Ana Lima' } })
	expect(await readAccessState(wire.deps.db, id, wanted)).toBe('active')
	expect(await actionsOf(wire)).toMatchObject([
		{ action: 'learner_added', object_id: id, reason: 'Paid by check', after: { course: PRODUCTS.sheets, emailed: true } },
	])
})

test('an existing account gets the access that is missing, and nothing else of it changes', async () => {
	const { wire, operator } = await open()
	const { user, email } = await signedIn(wire)
	const readAccount = () => wire.deps.db.selectFrom('auth.users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
	const before = await readAccount()
	const known = { email, name: 'Another Name', reason: 'Won a place' }
	const refused = await operator.post(ADD, { ...known, form_page: ADD, form_id: '-admin-learners-add' })
	expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Choose what to give it access to.')])
	const given = { ...known, 'gift-product:one-module': 'on', [`gift-${SHEETS.course}`]: 'on', 'gift-unknown': 'on' }
	const product = /name="(gift-product:[^"]+)"[^>]*>(?:<[^>]*>)*First Formulas Alone/.exec((await operator.get(ADD)).text)?.[1] ?? ''
	expect((await operator.post(ADD, { ...given, [product]: 'on', mails: 'on' })).to).toBe(`/admin/learners/${user.id}?notice=access-given`)
	expect((await operator.post(ADD, { ...given, mails: 'on' })).status).toBe(422)
	expect(await readAccount()).toEqual(before)
	expect(await readAccessState(wire.deps.db, user.id, { courses: [SHEETS.course], modules: [] })).toBe('active')
	// The course has the module already.
	expect(await mailsTo(wire, email)).toEqual([expect.stringContaining('auth.'), 'order.access'])
	expect((await actionsOf(wire)).map(({ action }) => action)).toEqual(['access_given'])
})

test('access of an address that a stranger signed up with waits for its owner, and the stranger’s password ends', async () => {
	const { wire, operator } = await open()
	const email = 'owner@example.test'
	await wire.connect().auth.signUp({ email, password: GOOD_PASSWORD })
	const { id } = await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
	const fields = { email, [`gift-${SHEETS.course}`]: 'on', reason: 'Bought at the fair', mails: 'on' }
	const twice = await Promise.all([operator.post(ADD, fields), operator.post(ADD, fields)])
	expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 422])
	expect(await wire.countRows('orders')).toBe(1)
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error?.code).toBe('email_not_confirmed')
	await wire.connect().auth.verifyOtp({ token_hash: (await wire.lastMail(email)).linkToken, type: 'invite' })
	expect((await wire.connect().auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error?.code).toBe('invalid_credentials')
	expect(await readAccessState(wire.deps.db, id, { courses: [SHEETS.course], modules: [] })).toBe('active')
	const end = /\/admin\/orders\/[\da-f-]{36}\/end-access/.exec((await operator.get(`/admin/learners/${id}`)).text)?.[0] ?? ''
	expect((await operator.post(end, { reason: 'A mistake' })).status).toBe(303)
	expect(await readAccessState(wire.deps.db, id)).toBe('ended')
})

test('without an email nothing is sent; what is no address, and who is support, is refused', async () => {
	const { wire, operator } = await open()
	expect((await operator.post(ADD, { email: 'bo@example.test' })).to).toContain('notice=learner-added')
	expect(await mailsTo(wire, 'bo@example.test')).toEqual([])
	for (const email of ['', 'bo', 'a b@example.test', 'bo@example.test, al@example.test', `${'x'.repeat(300)}@example.test`])
		expect((await operator.post(ADD, { email })).status).toBe(422)
	expect((await operator.post(ADD, { email: 'cy@example.test', name: 'x'.repeat(101) })).status).toBe(422)
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get(ADD)).status).toBe(403)
	expect((await support.get('/admin/learners')).text).not.toContain(ADD)
	expect((await support.post(ADD, { email: 'cy@example.test' })).status).toBe(403)
	expect(await wire.deps.db.selectFrom('auth.users').select('id').where('email', '=', 'cy@example.test').execute()).toEqual([])
})
