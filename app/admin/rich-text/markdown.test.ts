import { getSchema } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { isLong } from '#tests/setup/long-tests.ts'

import { parseMarkdown } from './parse-markdown.ts'
import { printBlock, printMarkdown } from './print-markdown.ts'
import { SCHEMA_EXTENSIONS, SourceBlock } from './schema.ts'

const schema = getSchema([...SCHEMA_EXTENSIONS, SourceBlock])
const FILES = globSync('content/{course,tracks,articles,documents,legal}/**/*.md')
/** Every fourth text; the long tests open all. */
const OPENED = FILES.filter((_, index) => isLong || index % 4 === 0)
const bodyOf = (file: string) => readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')
const parse = (source: string) => parseMarkdown(schema, source)

/** Copies a document into new node objects, because the editor doesn't keep the parsed ones. */
const copy = (doc: DocNode) => schema.nodeFromJSON(doc.toJSON())

const change = (source: string, edit: (blocks: DocNode[]) => DocNode[]) => {
	const original = parse(source)
	return printMarkdown(schema.node('doc', null, edit([...original.doc.children])), original)
}
const paragraph = (text: string) => schema.node('paragraph', null, [schema.text(text)])

test('there are more than 100 texts to test with', () => expect(FILES.length).toBeGreaterThan(100))

test.each(OPENED)('%s: opening and saving leaves it byte for byte the same', (file) => {
	const body = bodyOf(file)
	const original = parse(body)
	expect(printMarkdown(original.doc, original)).toBe(body)
	expect(printMarkdown(copy(original.doc), original)).toBe(body)
	// Blocks that are printed again keep their content.
	for (const block of original.doc.children) {
		const again = parse(printBlock(block)).doc
		expect(again.childCount).toBe(1)
		expect(again.firstChild?.toJSON()).toEqual(block.toJSON())
	}
})

test.each(OPENED)('%s: changing one block changes only its lines', (file) => {
	const body = bodyOf(file)
	const { sources, doc } = parse(body)
	const at = doc.children.findLastIndex(({ type }) => type.name === 'paragraph')
	const changed = change(body, (blocks) => blocks.with(at, paragraph('Another sentence.')))
	const before = body.slice(0, body.lastIndexOf(sources[at] ?? ''))
	expect(changed).toBe(`${before}Another sentence.${body.slice(before.length + (sources[at] ?? '').length)}`)
})

test.each<[string, (blocks: DocNode[]) => DocNode[], string]>([
	['## A\nText.\n\nMore.\n', ([a, , b]) => [a!, paragraph('New.'), b!], '## A\nNew.\n\nMore.\n'],
	['* one\n* two\n\nText.\n', ([list]) => [list!, paragraph('New.')], '* one\n* two\n\nNew.\n'],
	['A.\n\n\n\nB.\n', ([a, b]) => [b!, a!], 'B.\n\nA.\n'],
	['A.\n\nA.\n', ([a, b]) => [a!, paragraph('New.'), b!], 'A.\n\nNew.\n\nA.\n'],
	['A.\n- b\n', ([a]) => [a!, paragraph('New.')], 'A.\n\nNew.\n'],
	['A.\n', () => [schema.node('paragraph')], ''],
	['', () => [paragraph('New.')], 'New.'],
	['', () => [paragraph('One '), paragraph('  '), paragraph(' two.')], 'One\n\ntwo.'],
])('%j is edited as expected', (source, edit, result) => {
	expect(change(source, edit)).toBe(result)
})

test.each([
	['_one_ and __two__', '*one* and **two**'],
	['a **b _c_** d', 'a **b _c_** d'],
	['[**a** b](/x "t")', '[**a** b](/x "t")'],
	['**`code`** and {price} and [ ] and a_b * 2', '**`code`** and {price} and [ ] and a_b * 2'],
	[String.raw`1\. no list, \# no heading, \*no emphasis\*`, String.raw`1\. no list, # no heading, \*no emphasis*`],
	['> [!tip]\n> Short.\n>\n> - one', '> [!tip]\n> Short.\n>\n> - one'],
	['- [ ] one\n- [x] two', '- [ ] one\n- [x] two'],
	['3. a\n4. b', '3. a\n4. b'],
	['Name: ____\nDate: ____ x2', 'Name: ____\nDate: ____ x2'],
	['| a | b |\n| :- | -: |\n| 1 | **2** |', '| a | b |\n| :- | -: |\n| 1 | **2** |'],
	['![what it shows](/media/a.png)', '![what it shows](/media/a.png)'],
	['Visit https://example.com now', 'Visit [https://example.com](https://example.com) now'],
])('%j is printed as %j', (source, written) => {
	expect(printBlock(parse(source).doc.firstChild!)).toBe(written)
	expect(parse(written).doc.toJSON()).toEqual(parse(source).doc.toJSON())
})

test('spaces at the edges of bold text are moved outside it', () => {
	const bold = [schema.mark('bold')]
	const node = schema.node('paragraph', null, [schema.text('a'), schema.text(' b ', bold), schema.text('c')])
	expect(printBlock(node)).toBe('a **b** c')
})

test.each(['<iframe src="x"></iframe>', '```figure\nkind: bars\n```', 'a<br>b', '[^1]: Note', '- [ ] a\n- b', '[b]: /x'])(
	'%j is preserved as a source block',
	(source) => expect(parse(source).doc.firstChild?.toJSON()).toMatchObject({ type: 'sourceBlock', attrs: { source } }),
)
