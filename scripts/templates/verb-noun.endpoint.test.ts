import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { apiErrors } from '#server/http/api/errors.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { requestContext } from '#server/http/request-context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { postVerbNoun } from './verb-noun.endpoint.ts'

const PATH = '/api/feature-word/verb-noun'

async function makeSurface() {
	const { deps } = await makeTestDeps()
	const app = new Hono<HttpEnv>().use(requestContext(deps)).onError(apiErrors).post(PATH, postVerbNoun)
	return (body: string) => app.request(PATH, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

test.each([
	{ name: 'a missing field', body: '{}', code: 'validation_failed' },
	{ name: 'a wrong type', body: '{"id":7}', code: 'validation_failed' },
	{ name: 'text that is not JSON', body: '{"id":', code: 'bad_json' },
])('$name is refused with 400 $code', async ({ body, code }) => {
	const post = await makeSurface()
	const response = await post(body)
	expect(response.status).toBe(400)
	expect(await response.json()).toMatchObject({ error: { code } })
})

test('without a session the answer is 401', async () => {
	const post = await makeSurface()
	const response = await post('{"id":"018f2f6e-7c1e-7b6a-9d3e-2f1a4b5c6d7e"}')
	expect(response.status).toBe(401)
	expect(await response.json()).toMatchObject({ error: { code: 'no_authorization' } })
})
