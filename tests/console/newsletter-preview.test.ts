import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const ISSUE = { subject: 'News <b>', body: '# Hello\n\nRead **this**: [the blog](/blog).\n\n- one\n- two' }

test('the text is previewed as an email while typing, and nothing is saved', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const path = '/admin/newsletter/new/preview'
	const frame = await operator.get(path)
	expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox allow-same-origin; default-src 'none'/)
	const live = async (fields: Record<string, string>) => JSON.parse((await operator.post(path, fields)).text) as { html?: string }
	const { html } = await live(ISSUE)
	expect(html).toMatch(/<h1[^>]*>News &lt;b&gt;<\/h1>[\s\S]*<strong>this<\/strong>/)
	expect(html).not.toMatch(/<\/?(?:body|html|head)/)
	expect(await live({ ...ISSUE, body: '![](https://example.test/a.png)' })).toMatchObject({
		problem: expect.stringContaining('to Media first'),
	})
	expect(await wire.countRows('newsletter_issues')).toBe(0)
	const support = await openConsoleAs(wire, 'support')
	expect([(await support.get(path)).status, (await support.post(path, ISSUE)).status]).toEqual([403, 403])
})
