import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const { welcome: _, ...older } = loadedContent.lifecycle
const PATH = '/admin/lifecycle/welcome'

/** Opens a site whose published file is older than the automation for new subscribers. */
async function openOlderSite() {
	const wire = await startWire({ content: { ...loadedContent, lifecycle: older } })
	const at = wire.clock.now()
	await wire.deps.db
		.insertInto('content_versions')
		.values({ path: 'lifecycle.json', body: JSON.stringify(older), origin: '', created_at: at, published_at: at })
		.execute()
	return { wire, operator: await openConsoleAs(wire, 'operator') }
}

test('an automation without a text isn’t shown as on, even if it was turned on earlier, and can still be turned off', async () => {
	const { wire, operator } = await openOlderSite()
	await wire.deps.db.insertInto('lifecycle_rules').values({ name: 'welcome', is_on: true, changed_at: wire.clock.now() }).execute()
	const list = (await operator.get('/admin/lifecycle')).text
	expect(list.match(/>needs a text</g)).toHaveLength(1)
	expect(list).not.toMatch(/<span[^>]*>on<\/span>/)
	const page = (await operator.get(PATH)).text
	for (const part of ['needs a text', 'Turn off', 'Not sent until you write and publish a text.'])
		expect([part, page.includes(part)]).toEqual([part, true])
})

test('a test of an automation without a text is refused', async () => {
	const { operator } = await openOlderSite()
	const refused = await operator.post(`${PATH}/test`)
	expect([refused.status, refused.text.includes('Write its text first.')]).toEqual([422, true])
	expect((await operator.post('/admin/lifecycle/stalled/test')).to).toContain('issue-tested')
})
