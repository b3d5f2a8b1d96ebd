import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { listOutbox, readOutboxHtml } from '#server/services/messaging/outbox/list-outbox.ts'
import { someAddress, startWire } from '#tests/wire/test-client.ts'

test('the outbox shows an email’s HTML in a sandboxed frame next to its text, but no mail that was really sent', async () => {
	const wire = await startWire()
	const email = someAddress()
	await wire.connect().auth.signInWithOtp({ email })
	const page = await (await wire.request(`/dev/outbox?to=${email}`)).text()
	const [, address = ''] = /<iframe[^>]*src="(\/dev\/outbox\/[^"]+\/html)"/.exec(page) ?? []
	expect(/<iframe[^>]*sandbox=""/.test(page)).toBe(true)
	expect(page).toMatch(/[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d\s[AP]M \w+/)
	const html = await wire.request(address)
	expect(html.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
	expect(await html.text()).toContain('<!doctype html>')
	const [entry] = (await (await wire.request(`/dev/outbox.json?to=${email}`)).json()) as object[]
	expect(Object.keys(entry ?? {}).toSorted()).toEqual(['body', 'channel', 'created_at', 'status', 'subject', 'to'])
	const ctx = systemContext(wire.deps, 'test')
	const live = { ...ctx, config: { ...ctx.config, email: { ...ctx.config.email, mode: 'smtp' } } } as typeof ctx
	expect([await listOutbox(live, email), await readOutboxHtml(live, address.split('/')[3] ?? '')]).toEqual([[], null])
	for (const wrong of ['no-id', '018f0000-0000-7000-8000-000000000000'])
		expect((await wire.request(`/dev/outbox/${wrong}/html`)).status).toBe(404)
})
