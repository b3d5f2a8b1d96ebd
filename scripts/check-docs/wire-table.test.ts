import { expect, test } from 'vitest'

import { createLimiter } from '#server/http/rate-limit.ts'

import type { MountedRoute } from './read-routes.ts'
import { readWireTable, writeFacts } from './wire-table.ts'

const HEAD = 'Words.\n\n| Method | Path | What it does | Who | Limit | Cache | Body |\n|---|---|---|---|---|---|---|\n'
const ROUTE: MountedRoute = {
	endpoint: 'POST /api/x',
	method: 'POST',
	path: '/api/x',
	limiters: [createLimiter({ name: 'x', points: 5, seconds: 3600 }), createLimiter({ name: 'y', points: 30, seconds: 600 })],
	bodyBytes: 16 * 1024,
	cache: 'no-store',
}

test('what the app says is written into the row, what a person wrote stays, and a row without a route goes', () => {
	const before = `${HEAD}| POST | \`/api/x\` | Does it | anyone | – | old | – |\n`
	const after = writeFacts(`${before}| GET | \`/api/gone\` | Is not mounted | anyone | – | – | – |\n`, [ROUTE])
	expect(after).toBe(before.replace('– | old | –', 'x 5 / h, y 30 / 10 min | no-store | 16 kB'))
	expect(writeFacts(after, [ROUTE])).toBe(after)
})

test('a new row needs the words alone', () => {
	expect(writeFacts('| POST | `/api/x` | Does it | anyone |', [{ ...ROUTE, limiters: [], bodyBytes: 1_048_576 }])).toBe(
		'| POST | `/api/x` | Does it | anyone | – | no-store | 1 MB |',
	)
})

test('rows are read by their columns; other tables have none', () => {
	const [row] = readWireTable(`${HEAD}| GET | \`/api/x\` | Does \`it\` | its owner | x 5 / h | no-store | – |\n| Surface | Body |\n`)
	expect(row).toEqual({
		endpoint: 'GET /api/x',
		method: 'GET',
		path: '/api/x',
		does: 'Does `it`',
		who: 'its owner',
		limit: 'x 5 / h',
		cache: 'no-store',
		body: '–',
	})
})
