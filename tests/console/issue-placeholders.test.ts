import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

test('an email with a broken placeholder says so at its text, and is scheduled only after confirmation', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await wire.deps.db
		.insertInto('newsletter_subscriptions')
		.values({
			email: 'ana@example.com',
			source: 'blog',
			status: 'confirmed',
			covers_newsletters: true,
			requested_at: wire.deps.now(),
			confirmed_at: wire.deps.now(),
		})
		.execute()
	const { to } = await operator.post(`/admin/newsletter/${randomUUID()}`, { subject: 'News', body: 'Hello {{first all.' })
	const [address = ''] = to.split('?')
	const { text } = await operator.get(address)
	expect(text).toContain('Newsletters have no placeholders: recipients will see “{{first all.” as typed.')
	const form = { ...hiddenIn(text, `${address}/schedule`, 'Send or schedule'), when: 'now' }
	const refused = await operator.post(`${address}/schedule`, form)
	expect(refused.status).toBe(422)
	expect(/<input[^>]*name="as_typed"[^>]*>/.exec(refused.text)?.[0]).toContain('aria-invalid="true"')
	expect((await operator.post(`${address}/schedule`, { ...form, as_typed: 'yes' })).to).toContain('?notice=issue-s')
})
