import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { createApp } from '#server/process/app.ts'
import { REFUND_STEPS } from '#server/services/commerce/refunds/refund-mails.ts'
import { TRANSFER_TEMPLATES } from '#server/services/commerce/transfers/transfer-mails.ts'
import { systemContext } from '#server/services/context.ts'
import { VERIFICATION_TYPE } from '#server/services/identity/codes/auth-mail.ts'
import { ALERT_TEMPLATE } from '#server/services/messaging/operator-alerts/alert-mails.ts'
import { listMailSamples } from '#server/services/operations/mail-samples/list-mail-samples.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const SERVICES = path.join(import.meta.dirname, '..', '..', 'services')

/** Collects the `template:` values in the services, without types: literal names, and expressions that build names. */
function templatesInSource() {
	const files = readdirSync(SERVICES, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
	const found = files.flatMap((file) =>
		[...readFileSync(path.join(SERVICES, file), 'utf8').matchAll(/template: (?!string)('[^']*'|`[^`]*`|[\w.()]+)/g)].map(
			([, name = '']) => name,
		),
	)
	const named = found.filter((name) => name.startsWith("'")).map((name) => name.slice(1, -1))
	return { named: new Set(named), made: new Set(found.filter((name) => !name.startsWith("'"))) }
}

/** These expressions take their names from records whose completeness the type checker ensures. The samples use the same records. */
const MADE = ['message.template', 'request.mail', 'templateOf(step)', '`refund.${step}`', 'ALERT_TEMPLATE']

test('every mail has one sample, whose text part has the HTML’s words and links', async () => {
	const { deps } = await makeTestDeps()
	const samples = listMailSamples(systemContext(deps, 'test'))
	const names = samples.map(({ template }) => template)
	expect(new Set(names).size).toBe(names.length)
	const { named, made } = templatesInSource()
	expect(names).toEqual(expect.arrayContaining([...named]))
	expect(named.size).toBeGreaterThan(15)
	expect([...made].toSorted()).toEqual(MADE.toSorted())
	for (const steps of [TRANSFER_TEMPLATES, REFUND_STEPS.map((step) => `refund.${step}`), Object.keys(VERIFICATION_TYPE), [ALERT_TEMPLATE]])
		expect(names).toEqual(expect.arrayContaining(steps))
	for (const { template, subject, text, html } of samples) {
		expect([template, subject.length > 5, /undefined|NaN|\[object|\{[a-z]+\}/.test(subject + text + html)]).toEqual([template, true, false])
		expect([template, /<[a-z]/i.test(text), /<script|<img|<link/i.test(html)]).toEqual([template, false, false])
		const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
		for (const link of links) expect([template, text.includes(link)]).toEqual([template, true])
	}
})

test('the preview shows list, headers and both parts, and a mail in it can’t run or load anything', async () => {
	const { deps } = await makeTestDeps()
	const app = createApp(deps)
	const list = await (await app.request('/dev/mail')).text()
	for (const { template } of listMailSamples(systemContext(deps, 'test'))) expect(list).toContain(`/dev/mail/${template}"`)

	const shown = await app.request('/dev/mail/newsletter.article')
	expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; (?!.*(?:script|unsafe))/)
	const page = await shown.text()
	expect(page).not.toContain('<script')
	expect(page).toContain('List-Unsubscribe-Post')
	expect(page).toContain('src="/dev/mail/newsletter.article/html"')
	const mail = await app.request('/dev/mail/newsletter.article/html')
	expect(await mail.text()).toContain('<!doctype html>')
	expect(mail.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
	expect((await app.request('/dev/mail/no.such')).status).toBe(404)
})

test('with a mail server the preview is gone and the outbox lists no mail', async () => {
	const env = { GOTRUE_SMTP_HOST: 'localhost', GOTRUE_SMTP_ADMIN_EMAIL: 'academy@launchway.test' }
	const { deps } = await makeTestDeps({ env })
	const rows = (['email', 'sms'] as const).map((channel) => ({
		channel,
		to_address: 'ana',
		template: 'x',
		subject: channel,
		body: 'secret',
	}))
	await deps.db.insertInto('outbox_messages').values(rows).execute()
	const app = createApp(deps)
	expect((await app.request('/dev/mail')).status).toBe(404)
	const listed = (await (await app.request('/dev/outbox.json')).json()) as { channel: string }[]
	expect(listed.map(({ channel }) => channel)).toEqual(['sms'])
})
