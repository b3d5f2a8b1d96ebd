// asvs V1.5.2
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { type HttpEnv, isDeeperThan, readJson } from './environment.ts'

test.each([
	['[[1]]', 2, false],
	['[[1]]', 1, true],
	['[{"a":[1]},{"a":[1]}]', 3, false],
	['{"a":{"b":{}}}', 2, true],
	['["[[[{{{"]', 1, false],
	['["\\"[[["]', 1, false],
	['["\\\\",[1]]', 1, true],
	['"text"', 0, false],
	['', 0, false],
	['"never closed [[[', 0, false],
])('%s is nested deeper than %i levels: %s', (text, levels, isDeeper) => {
	expect(isDeeperThan(text, levels)).toBe(isDeeper)
})

test.each([
	{ type: 'application/json', body: '{"a":1}', read: '{"a":1}' },
	{ type: 'Application/JSON; charset=utf-8', body: '{"a":1}', read: '{"a":1}' },
	{ type: 'text/plain', body: '{"a":1}', read: 'bad_json' },
	{ type: 'application/json', body: '{"a":', read: 'bad_json' },
	{ type: 'application/json', body: `${'['.repeat(65)}${']'.repeat(65)}`, read: 'bad_json' },
	{ type: 'text/plain', body: '', read: '{}' },
])('a body of $type, $body, is read as $read', async ({ type, body, read }) => {
	const app = new Hono<HttpEnv>()
		.onError((error, c) => c.text((error as { code?: string }).code ?? String(error)))
		.post('/', async (c) => c.json(await readJson(c, z.json())))
	const answer = await app.request('/', { method: 'POST', body, headers: { 'content-type': type } })
	expect(await answer.text()).toBe(read)
})
