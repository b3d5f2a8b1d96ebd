import { expect, test } from 'vitest'

import { inRouter } from '#tests/setup/in-router.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import { Rows } from './file-parts.tsx'

type Row = Parameters<typeof Rows>[0]['rows'][number]

const row = (line: number, typed: string, more: Partial<Row> = {}) =>
	({ line, typed, name: null, tags: [], means: 'can be added', ...more }) as unknown as Row

async function show(rows: readonly Row[], { skipped = 0, hasContent = true } = {}) {
	const { page } = await renderElement(
		inRouter(<Rows address="/admin/x" hasContent={hasContent} rows={[...rows]} shown={null} next={null} skipped={skipped} />),
	)
	const texts = (selector: string) => [...page.querySelectorAll(selector)].map(({ textContent }) => textContent)
	return { heads: texts('th'), cells: texts('td'), links: texts('p a') }
}

test('names and tags have a column once any row has some', async () => {
	const plain = await show([row(2, 'ana@example.test'), row(3, '')])
	expect(plain.heads).toEqual(['Line', 'Email', 'Result'])
	expect(plain.cells).toEqual(['2', 'ana@example.test', 'can be added', '3', '–', 'can be added'])
	const one = await show([row(2, 'ana@example.test', { tags: ['VIP', 'Spring'] }), row(3, 'bo@example.test', { name: 'Bo' })])
	expect(one.heads).toEqual(['Line', 'Email', 'Name', 'Tags', 'Result'])
	expect(one.cells).toEqual([
		'2',
		'ana@example.test',
		'–',
		'VIP, Spring',
		'can be added',
		'3',
		'bo@example.test',
		'Bo',
		'–',
		'can be added',
	])
})

test('skipped rows are offered to fix, by their number, while the file is stored', async () => {
	const all = 'Download all rows (CSV)'
	expect((await show([row(2, 'x')])).links).toEqual([all])
	expect((await show([row(2, 'x')], { skipped: 1 })).links).toEqual([all, 'Download 1 skipped row to fix (CSV)'])
	expect((await show([row(2, 'x')], { skipped: 1200 })).links).toEqual([all, 'Download 1,200 skipped rows to fix (CSV)'])
	expect((await show([row(2, 'x')], { skipped: 2, hasContent: false })).links).toEqual([all])
})
