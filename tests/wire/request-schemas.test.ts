import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import { ANY_JSON_ENDPOINTS, REQUEST_BODIES, MULTIPART_BODIES, QUERY_SCHEMAS } from '#scripts/openapi/request-schemas.ts'

import { inOrder, startRoutes } from './route-caller.ts'
import { ROWS } from './wire-rows.ts'

const CONTRACTS = Object.values(import.meta.glob<Record<string, unknown>>('../../contracts/*.ts', { eager: true }))

const OWN = ROWS.filter(({ path }) => /^\/(api|functions\/v1)\//.test(path))

/** Contracts by name, because two may have the same shape. */
const NAMES = new Map(
	CONTRACTS.flatMap((module) => Object.entries(module)).flatMap(([name, schema]) =>
		schema instanceof z.ZodType ? [[schema, name] as const] : [],
	),
)
const nameOf = (schema: z.ZodType) => NAMES.get(schema) ?? 'no contract'

/** Headers or queries that are read only after a valid body. */
const FITTING_BODIES: Record<string, string> = {
	'POST /api/course/lessons/:moduleId/:lessonId/quiz': '{"attemptId":"00000000-0000-4000-8000-000000000000","answers":[0]}',
}

test('the API description lists for each endpoint exactly the schemas that its handler parses', async () => {
	const routes = await startRoutes()
	const spies = [...NAMES].map(([schema, name]) => ({ name, spy: vi.spyOn(schema, 'parse') }))
	try {
		for (const row of inOrder(OWN)) {
			for (const { spy } of spies) spy.mockClear()
			const body = row.endpoint in MULTIPART_BODIES ? 'nothing=1' : (FITTING_BODIES[row.endpoint] ?? '{"nothing":1}')
			const type = row.endpoint in MULTIPART_BODIES ? 'application/x-www-form-urlencoded' : 'application/json'
			await routes.ask(row, { headers: { ...routes.rightful(row), 'content-type': type }, body })
			const read = spies.filter(({ spy }) => spy.mock.calls.length > 0).map(({ name }) => name)
			const listed = [QUERY_SCHEMAS[row.endpoint], REQUEST_BODIES[row.endpoint] ?? MULTIPART_BODIES[row.endpoint]].flatMap((schema) =>
				schema ? nameOf(schema) : [],
			)
			expect([row.endpoint, read.toSorted()]).toEqual([row.endpoint, listed.toSorted()])
		}
	} finally {
		vi.restoreAllMocks()
	}
	const known = new Set(OWN.map(({ endpoint }) => endpoint))
	expect(
		[...Object.keys({ ...REQUEST_BODIES, ...MULTIPART_BODIES, ...QUERY_SCHEMAS }), ...ANY_JSON_ENDPOINTS].filter(
			(endpoint) => !known.has(endpoint),
		),
	).toEqual([])
})
