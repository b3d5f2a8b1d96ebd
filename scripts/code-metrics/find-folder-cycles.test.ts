import { expect, test } from 'vitest'

import { findFolderCycles } from './find-folder-cycles.ts'
import { readImports } from './read-imports.ts'

const imports = (...arrows: string[]) =>
	arrows.map((arrow) => {
		const [from = '', to = ''] = arrow.split(' > ')
		return { from, to }
	})

test.each([
	['one way is no cycle', imports('a/x.ts > b/y.ts', 'b/y.ts > c/z.ts'), []],
	['a folder may import itself', imports('a/x.ts > a/y.ts', 'a/y.ts > a/x.ts'), []],
	['two folders that import each other', imports('a/x.ts > b/y.ts', 'b/z.ts > a/w.ts'), [['a', 'b']]],
	[
		'a cycle through a third folder',
		imports('a/x.ts > b/y.ts', 'b/y.ts > c/z.ts', 'c/z.ts > a/x.ts', 'd/v.ts > a/x.ts'),
		[['a', 'b', 'c']],
	],
	['a folder and its own subfolder', imports('a/x.ts > a/b/y.ts', 'a/b/y.ts > a/x.ts'), [['a', 'a/b']]],
	[
		'two separate cycles are reported separately',
		imports('a/x.ts > b/y.ts', 'b/y.ts > a/x.ts', 'b/y.ts > c/z.ts', 'c/z.ts > d/w.ts', 'd/w.ts > c/z.ts'),
		[
			['c', 'd'],
			['a', 'b'],
		],
	],
])('%s', (_name, arrows, cycles) => {
	expect(findFolderCycles(arrows)).toEqual(cycles)
})

test('imports of our files are found in every form, others ignored', () => {
	const text = [
		"import { a } from '#domain/a/one.ts'",
		"import type { B } from './two.ts'",
		"export { c } from '#app/ui/three.tsx'",
		"const d = await import('#server/four.ts')",
		"import zod from 'zod'",
		"import words from './words.json' with { type: 'json' }",
	].join('\n')
	expect(readImports(['server/http/file.ts'], () => text).map(({ to }) => to)).toEqual([
		'domain/a/one.ts',
		'server/http/two.ts',
		'app/ui/three.tsx',
		'server/four.ts',
	])
})
