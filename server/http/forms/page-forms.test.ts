import { expect, test } from 'vitest'

import { paths } from '#contracts/paths.ts'
import { createApp } from '#server/process/app.ts'
import { PRODUCT } from '#tests/factories/checkout.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const EMAIL = 'ana@example.test'
const MAX_LENGTH = `${'a'.repeat(64)}@${Array.from({ length: 3 }, () => 'b'.repeat(61)).join('.')}.ccc`

/** Valid values for each form. */
const GOOD: Record<string, Record<string, string>> = {
	[paths.contact]: { name: 'Ana', email: EMAIL, subject: 'Refund', message: 'How?' },
	[paths.careers]: { name: 'Ana', email: EMAIL, message: 'I build things.', position: '' },
	'/newsletter': { email: EMAIL },
	'/unsubscribe/link': { email: EMAIL },
	[paths.signup]: { name: 'Ana', email: EMAIL },
	[paths.login]: { email: EMAIL, password: '' },
	[paths.resetPassword]: { email: EMAIL },
	[paths.privacyRequest]: { email: EMAIL },
	[paths.startCheckout]: { productName: PRODUCT, couponCode: '' },
}
const FORMS = Object.keys(GOOD)
const without = (form: string, field: string) => Object.fromEntries(Object.entries(GOOD[form] ?? {}).filter(([name]) => name !== field))

async function openForms(form: string, env: Record<string, string> = {}) {
	const made = await makeTestDeps({ env })
	const app = createApp(made.deps)
	const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
		const response = await app.request(form, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
			body: new URLSearchParams(fields).toString(),
		})
		return { status: response.status, headers: response.headers, text: await response.text() }
	}
	const mails = () => made.deps.db.selectFrom('outbox_messages').select(['template', 'to_address']).execute()
	return { ...made, app, post, mails }
}

test.each(FORMS)('%s accepts a valid form and shows or redirects to a page', async (form) => {
	const forms = await openForms(form)
	const answer = await forms.post(GOOD[form] ?? {})
	expect([200, 303]).toContain(answer.status)
	if (answer.status === 303) expect(answer.headers.get('location')).toMatch(/^\/|^http:\/\/localhost:3000\/sandbox\/checkout\//)
	else expect(answer.text).toMatch(/<h1>[^<]+<\/h1>/)
})

const BAD_ADDRESSES = {
	'two addresses': 'a@b.co,c@d.co',
	'a comma in the name': 'a,b@c.co',
	'a display name': 'Ana <ana@example.test>',
	'angle brackets': '<ana@example.test>',
	'an injected header': `${EMAIL}\r\nBcc: eve@example.test`,
	'255 characters': `a@${'b'.repeat(250)}.cc`,
	'no dot': 'ana@localhost',
	'a NUL': 'a\0@b.co',
}

test.each(FORMS.filter((form) => 'email' in (GOOD[form] ?? {})))(
	'%s refuses an invalid address on its page, with all input',
	async (form) => {
		const forms = await openForms(form)
		for (const [what, email] of Object.entries(BAD_ADDRESSES)) {
			const answer = await forms.post({ ...GOOD[form], email })
			expect(answer.status, what).toBe(422)
			expect(answer.text, what).toMatch(/<(?:p id="[^"]+-error"|dd) class="font-semibold text-danger-ink">[^<]+</)
			expect(answer.text, what).toMatch(/<input (?=[^>]*aria-invalid="true")(?=[^>]*autofocus)[^>]*name="email"/i)
			for (const [name, value] of Object.entries(without(form, 'email')))
				if (value !== '' && name !== 'password') expect(answer.text, what).toContain(value)
			expect(answer.text, what).toContain('<title>Not sent</title>')
			expect(answer.text, what).not.toContain('type="module"')
			expect(answer.headers.get('content-security-policy'), what).toMatch(
				/default-src 'self'; script-src 'strict-dynamic' 'sha256-.* style-src 'self' 'sha256-/,
			)
			expect(answer.headers.get('cache-control'), what).toBe('no-store')
		}
		expect(await forms.mails()).toEqual([])
	},
)

test.each(FORMS.filter((form) => 'email' in (GOOD[form] ?? {})))('%s accepts an address of 254 characters', async (form) => {
	const forms = await openForms(form)
	expect([200, 303]).toContain((await forms.post({ ...GOOD[form], email: MAX_LENGTH })).status)
})

test.each([
	{ form: paths.signup, field: 'name', value: 'x', takes: true },
	{ form: paths.signup, field: 'name', value: 'x'.repeat(100), takes: true },
	{ form: paths.signup, field: 'name', value: 'x'.repeat(101), takes: false },
	{ form: paths.signup, field: 'name', value: 'x'.repeat(10_000), takes: false },
	{ form: paths.signup, field: 'name', value: 'שרה 🧭', takes: true },
	{ form: paths.signup, field: 'name', value: '   ', takes: false },
	{ form: paths.contact, field: 'message', value: 'x'.repeat(1000), takes: true },
	{ form: paths.contact, field: 'message', value: 'x'.repeat(1001), takes: false },
	{ form: '/newsletter', field: 'firstName', value: 'x'.repeat(101), takes: false },
])('$form, $field: accepted is $takes', async ({ form, field, value, takes }) => {
	const forms = await openForms(form)
	const { status, text } = await forms.post({ ...GOOD[form], [field]: value })
	expect([200, 303].includes(status)).toBe(takes)
	if (!takes) expect(status).toBe(422)
	if (!takes && value.trim() !== '' && field in (GOOD[form] ?? {})) expect(text).toContain(value)
})

test.each(FORMS)('%s sent twenty times in a second is rate limited, with a message on its page', async (form) => {
	const forms = await openForms(form, { TRUSTED_PROXY_HOPS: '1' })
	const answers = await Promise.all(Array.from({ length: 21 }, () => forms.post(GOOD[form] ?? {}, { 'x-forwarded-for': '203.0.113.7' })))
	const refused = answers.filter(({ status }) => status === 429)
	expect(refused.length).toBeGreaterThan(0)
	expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
	expect(refused[0]?.text).toContain('Please try again later')
	expect(answers.map(({ status }) => status).filter((status) => ![200, 303, 429].includes(status))).toEqual([])
})

test('a form sent by script and without it share one rate limit', async () => {
	const headers = { 'x-forwarded-for': '203.0.113.8' }
	const forms = await openForms('/newsletter', { TRUSTED_PROXY_HOPS: '1' })
	const byScript = () =>
		forms.app.request('/api/leads/newsletter', {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify({ email: EMAIL }),
		})
	const taken = await Promise.all(Array.from({ length: 5 }, byScript))
	for (let sent = 0; sent < 5; sent += 1) expect((await forms.post(GOOD['/newsletter'] ?? {}, headers)).status).toBe(303)
	expect(taken.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
	expect([(await byScript()).status, (await forms.post(GOOD['/newsletter'] ?? {}, headers)).status]).toEqual([429, 429])
})

test.each(FORMS.filter((form) => 'email' in (GOOD[form] ?? {})))(
	'%s with the honeypot filled looks the same and does nothing',
	async (form) => {
		const forms = await openForms(form)
		expect([200, 303]).toContain((await forms.post({ ...GOOD[form], website: 'http://spam.test' })).status)
		expect(await forms.mails()).toEqual([])
	},
)

test.each(FORMS)('%s without a database shows an error on its page, with the input', async (form) => {
	const forms = await openForms(form)
	await forms.close()
	const answer = await forms.post(GOOD[form] ?? {})
	expect(answer.status).toBe(500)
	expect(answer.text).toContain('Something went wrong on our side')
	for (const [name, value] of Object.entries(GOOD[form] ?? {}))
		if (value !== '' && name !== 'password') expect(answer.text).toContain(value)
})

test('a too long form is refused on its page', async () => {
	const forms = await openForms(paths.contact)
	const answer = await forms.post({ message: 'x'.repeat(70_000) })
	expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('too much for this form')])
})

test('an invalid code in the checkout form is reported at its field', async () => {
	const forms = await openForms(paths.startCheckout)
	const answer = await forms.post({ productName: PRODUCT, couponCode: 'NOPE' })
	expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('NOPE')])
})

test('a password posted without script is neither used nor echoed', async () => {
	const forms = await openForms(paths.login)
	const answer = await forms.post({ email: 'wrong', password: 'correct horse battery' })
	expect(answer.text).not.toContain('correct horse')
})

test('a cross-site form is refused, and nothing is stored', async () => {
	const forms = await openForms(paths.contact)
	const good = GOOD[paths.contact] ?? {}
	const answer = await forms.post(good, { host: 'localhost:3000', origin: 'https://elsewhere.test' })
	expect(answer.status).toBe(400)
	expect(await forms.mails()).toEqual([])
	expect((await forms.post(good, { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' })).status).toBe(303)
})
