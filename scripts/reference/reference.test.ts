import { expect, test } from 'vitest'

import type { MountedRoute } from '#scripts/check-docs/read-routes.ts'
import { createLimiter } from '#server/http/limits.ts'

import { parseRouteLines, readRouteLines } from './route-lines.ts'
import { writeAsvs, writeRegressions } from './write-security.ts'
import { writeWire } from './write-wire.ts'

const LIMITERS = [createLimiter({ name: 'x', points: 5, seconds: 3600 }), createLimiter({ name: 'y', points: 30, seconds: 600 })]

function route(endpoint: string, facts: Partial<MountedRoute> = {}): MountedRoute {
	const [method = '', path = ''] = endpoint.split(' ')
	return { endpoint, method, path, limiters: [], bodyBytes: method === 'GET' ? null : 16 * 1024, cache: 'no-store', ...facts }
}

test('routes.txt contains areas and routes; an invalid line is reported', () => {
	const [plain, limited] = parseRouteLines('# API\nGET /api/x | owner | Returns `x`\n\nGET /y | anyone | Y | public limits: a b-c\n')
	const facts = { isPublic: false, isOptional: false, limits: [] }
	expect(plain).toEqual({ area: 'API', endpoint: 'GET /api/x', method: 'GET', path: '/api/x', who: 'owner', does: 'Returns `x`', ...facts })
	expect(limited).toMatchObject({ isPublic: true, isOptional: false, limits: ['a', 'b-c'] })
	expect(() => parseRouteLines('# API\nGET /y | anyone | Y | private')).toThrow('GET /y')
	expect(() => parseRouteLines('# API\nFETCH /api/x | owner | Returns it')).toThrow('FETCH /api/x')
	expect(() => parseRouteLines('# API\nGET /api/x | owner')).toThrow('GET /api/x')
	expect(() => parseRouteLines('GET /api/x | owner | Is in no area')).toThrow('in no area')
	const endpoints = readRouteLines().map(({ endpoint }) => endpoint)
	expect(endpoints.length).toBeGreaterThan(300)
	expect(endpoints.filter((endpoint, index) => endpoints.indexOf(endpoint) !== index)).toEqual([])
})

test('an area lists its defaults once, rows show differences, and removed routes are left out', () => {
	const lines = parseRouteLines('# API\nGET /a | anyone | A\nPOST /b | owner | B\nPOST /c | owner | C\nGET /gone | anyone | Gone\n')
	const page = writeWire(lines, [
		route('GET /a', { cache: 'public, max-age=60' }),
		route('POST /b', { limiters: LIMITERS }),
		route('POST /c', { bodyBytes: 1_048_576 }),
	])
	expect(page).toContain('Defaults: no limit; no-store; 16 kB.')
	expect(page).toContain('|`GET /a`|anyone|A|public, max-age=60|\n|`POST /b`|owner|B|x 5/h, y 30/10min|\n|`POST /c`|owner|C|1 MB|\n')
	expect(page).not.toContain('Gone')
})

const CATALOG = '# V1 encoding\nV1.1.1 2 met | Decoded once\nV1.1.2 1 not met | Encoded last | not yet\n'

test('a met requirement lists its tagged tests and is counted', () => {
	const page = writeAsvs(CATALOG, new Map([['V1.1.1', ['a.test.ts', 'b.test.ts']]]))
	expect(page).toContain('|V1.1.1|`a.test.ts`<br>`b.test.ts`|\n')
	expect(page).toContain('|V1.1.2|1|Encoded last|not yet|\n')
	expect(page).toContain('|level 1|0|0|1|\n|level 2|1|0|0|\n|V1 encoding|1|0|1|\n|all|1|0|1|')
})

test('a met requirement without a test and a tag without a requirement are refused', () => {
	expect(() => writeAsvs(CATALOG, new Map())).toThrow('V1.1.1')
	expect(() =>
		writeAsvs(
			CATALOG,
			new Map([
				['V1.1.1', ['a.test.ts']],
				['V1.1.2', ['a.test.ts']],
			]),
		),
	).toThrow('V1.1.2')
	expect(() => writeAsvs('# V1\nV1.1.1 met\n', new Map())).toThrow('not a requirement')
})

test('every listed regression needs a tagged test', () => {
	const catalog = '# Advisories\nCVE-1, #2 | Broke\n'
	expect(writeRegressions(catalog, new Map([['CVE-1', ['a.test.ts']]]))).toContain('|CVE-1, #2|Broke|`a.test.ts`|')
	expect(() => writeRegressions(catalog, new Map())).toThrow('CVE-1')
	expect(() =>
		writeRegressions(
			catalog,
			new Map([
				['CVE-1', ['a.test.ts']],
				['CVE-3', ['a.test.ts']],
			]),
		),
	).toThrow('CVE-3')
})
