import { expect, test, vi } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { consoleBrowser } from './open-console.ts'

vi.mock(import('#server/console/shell/react-app.ts'), async (original) => ({
	...(await original()),
	answerByReact: () => Promise.reject(new Error('The console is not built.')),
}))

test('an outage of the database is named even where the console’s pages cannot be shown', async () => {
	const wire = await startWire()
	const browser = consoleBrowser(wire)
	await wire.deps.db.destroy()
	const answer = await browser.post('/admin/sign-in', { email: 'operator@academy.test', password: 'x' })
	expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=UTF-8'])
	expect(answer.text).toBe('x')
})
