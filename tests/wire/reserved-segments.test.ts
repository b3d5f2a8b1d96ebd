import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { RESERVED_SEGMENTS } from '#domain/site/reserved-segments.ts'

const firstOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, segment]) => segment ?? [])

test('pages of operators can have no address that the site itself uses', () => {
	const served = globSync('server/**/routes.txt').flatMap((file) => firstOf(readFileSync(file, 'utf8'), /^[A-Z]+ \/([a-z0-9-]+)/gm))
	const shown = firstOf(readFileSync('app/routes.ts', 'utf8'), /\b(?:route)\('([a-z0-9-]+)/g)
	const linked = firstOf(readFileSync('contracts/paths.ts', 'utf8'), /['`]\/([a-z0-9-]+)(?![a-z0-9.-])/g)
	expect(shown.length).toBeGreaterThan(30)
	expect([...new Set([...served, ...shown, ...linked])].filter((segment) => !RESERVED_SEGMENTS.has(segment))).toEqual([])
})
