import { expect, test } from 'vitest'

import { measureCode } from './measure.ts'

const FILES: Record<string, string> = {
	'domain/a/one.ts': "import { two } from '#domain/b/two.ts'\n\nexport const one = two\n",
	'domain/a/one.test.ts': "import { one } from './one.ts'\n",
	'domain/b/two.ts': `/** Rounds up (spec A §9). */\nexport const two = 2\n// The rest (S5) is not here.\n${'\t'.repeat(2)}const wide = '${'x'.repeat(90)}'\n`,
	'server/db/row-types.ts': 'export type Row = 1\n',
	'server/main.ts': "import '#domain/b/two.ts'\n",
	'docs/a.md': 'spec A\n',
}
const measure = (more: Record<string, string> = {}) => {
	const all = { ...FILES, ...more }
	return measureCode(Object.keys(all), (file) => all[file as keyof typeof all] ?? '')
}

test('lines are counted by ring, without tests, generated types and documents', () => {
	expect(measure().lines).toEqual({ app: 0, server: 1, domain: 7, contracts: 0 })
})

test('comments that cite a paper are counted, other code and comments aren’t', () => {
	expect(measure().citingComments).toBe(2)
	expect(measure({ 'app/c.ts': "const words = 'spec A'\n// RFC 9110 (2022) says so.\n" }).citingComments).toBe(2)
})

test('a line of 101 columns or more is wide, a tab counting as two', () => {
	expect(measure().wideShare).toBeCloseTo(1 / 8)
	expect(measure({ 'app/c.ts': `${'x'.repeat(100)}\n${'x'.repeat(101)}\n` }).wideShare).toBeCloseTo(2 / 10)
})

test('the median and longest file lengths are reported', () => {
	expect(measure()).toMatchObject({ medianFile: 3, longestFile: { file: 'domain/b/two.ts', lines: 4 } })
})

test('folders that import each other are found, except through tests', () => {
	expect(measure().cycles).toEqual([])
	expect(measure({ 'domain/b/three.ts': "import { one } from '#domain/a/one.ts'\n" }).cycles).toEqual([['domain/a', 'domain/b']])
	expect(measure({ 'domain/b/three.test.ts': "import { one } from '#domain/a/one.ts'\n" }).cycles).toEqual([])
})
