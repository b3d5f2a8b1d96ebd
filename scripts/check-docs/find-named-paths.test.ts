import { expect, test } from 'vitest'

import { describeDifferences, findNamedPaths, namesInTable } from './find-named-paths.ts'

test.each([
	{ text: 'see `server/config/config.ts`.', paths: ['server/config/config.ts'] },
	{ text: '`node server/main.ts` starts it', paths: ['server/main.ts'] },
	{ text: '`tests/e2e/journeys/*.test.ts`', paths: ['tests/e2e/journeys/*.test.ts'] },
	{ text: '`#server/config.ts` is an import, not a path', paths: [] },
	{ text: '`orders/find-order.ts` is the end of a path', paths: ['orders/find-order.ts'] },
	{ text: 'server/config/config.ts in running text', paths: [] },
	{ text: '`app/features/<word>/` is a pattern', paths: [] },
	{ text: '[rings](../architecture.md#rings) and [site](https://example.com/app/x)', paths: ['../architecture.md'] },
	{ text: '![picture](docs/images/home.png)', paths: ['docs/images/home.png'] },
])('$text', ({ text, paths }) => {
	expect(findNamedPaths(text).map(({ path }) => path)).toEqual(paths)
})

test('a path is reported with its line', () => {
	expect(findNamedPaths('one\n`docs/glossary.md`')).toEqual([{ line: 2, path: 'docs/glossary.md', isLink: false }])
})

test('names are taken from tables, not from running text', () => {
	const markdown = '| Variable | |\n|---|---|\n| `PORT` | x |\n| `later` | y |\n\n`HOST` is not in a row\n| `POST` | x |'
	expect(namesInTable(markdown, /^[A-Z_]+$/)).toEqual(['PORT', 'POST'])
})

test('both directions of a difference are reported', () => {
	const words = { missing: 'is not documented', surplus: 'does not exist' }
	expect(describeDifferences(['A', 'B'], ['B', 'C'], words)).toEqual(['C is not documented', 'A does not exist'])
	expect(describeDifferences(['A'], ['A'], words)).toEqual([])
})
