import { Hono } from 'hono'
import { expect, test } from 'vitest'

import type { HttpEnv } from '#server/http/environment.ts'
import { requestContext } from '#server/http/request-context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { renderStandalonePage } from './answer-by-react.ts'

async function show(page: object, route: string) {
	const { deps, logLines } = await makeTestDeps()
	const app = new Hono<HttpEnv>().use(requestContext(deps))
	app.get('/', (c) => renderStandalonePage(c, page, { route, status: 422, isScriptless: true }))
	return { answer: await app.request('/'), logLines }
}

test('a page rendered with data has the given status', async () => {
	const { answer } = await show({ page: 'closed', title: 'Over', text: 'It is over.' }, '/sandbox')
	expect([answer.status, (await answer.text()).includes('It is over.')]).toEqual([422, true])
})

test('a page that fails to render is logged and answered with 500', async () => {
	const { answer, logLines } = await show({ page: 'challenge' }, '/sandbox')
	expect(answer.status).toBe(500)
	const line = logLines.find((each) => each.includes('request failed'))
	expect(line).toContain(`"requestId":"${answer.headers.get('X-Request-Id')}"`)
	const text = await answer.text()
	expect(text).toContain('Something went wrong')
	expect(text).not.toContain('/admin/today')
})

test('pages behind the console’s sign-in can’t be rendered this way', async () => {
	const { answer } = await show({}, '/admin/orders')
	expect(answer.status).toBe(403)
})
