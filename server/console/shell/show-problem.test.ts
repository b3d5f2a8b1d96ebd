import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'

import type { HttpEnv } from '#server/http/environment.ts'
import { requestContext } from '#server/http/request-context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const REACT_APP = '#server/http/react/answer-by-react.ts'

/** Loads the modules again without the bundle, because tests share modules. */
async function loadWithoutBundle() {
	vi.doMock(REACT_APP, async (importOriginal) => ({
		...(await importOriginal<object>()),
		renderStandalonePage: () => Promise.reject(new Error('The console is not built.')),
	}))
	vi.resetModules()
	onTestFinished(() => {
		vi.doUnmock(REACT_APP)
		vi.resetModules()
	})
	return import('./show-problem.ts')
}

test('a database outage is reported even if the console pages can’t be rendered', async () => {
	const { showProblem } = await loadWithoutBundle()
	const { deps, logLines } = await makeTestDeps()
	const app = new Hono<HttpEnv>().use(requestContext(deps)).onError((error, c) => showProblem(c, error))
	app.post('/admin/today', () => {
		throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
	})
	const answer = await app.request(`${deps.config.siteUrl}/admin/today`, { method: 'POST', headers: { origin: deps.config.siteUrl } })
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
	expect(await answer.text()).toBe('This takes a moment longer than usual. Please try again shortly.\n')
	expect(logLines.join('\n')).toContain('The console is not built.')
})
