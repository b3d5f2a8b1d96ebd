import { expect, test } from 'vitest'

import { prefixOutputLines } from './label-lines.ts'

function label(chunks: readonly Buffer[]): string[] {
	const lines: string[] = []
	const out = prefixOutputLines('web', (line) => lines.push(line))
	for (const chunk of chunks) out.write(chunk)
	out.end()
	return lines
}

test.each([
	{ name: 'two lines in one chunk', chunks: ['a\nb\n'], lines: ['web | a', 'web | b'] },
	{ name: 'one line in two chunks', chunks: ['a', 'b\n'], lines: ['web | ab'] },
	{ name: 'a last line without an end', chunks: ['a\nb'], lines: ['web | a', 'web | b'] },
	{ name: 'an empty line', chunks: ['\n'], lines: ['web | '] },
	{ name: 'a line end of another system', chunks: ['a\r\n'], lines: ['web | a'] },
	{ name: 'nothing', chunks: [], lines: [] },
])('$name', ({ chunks, lines }) => {
	expect(label(chunks.map((chunk) => Buffer.from(chunk)))).toEqual(lines)
})

test('a multi-byte character split over two chunks stays whole', () => {
	const bytes = Buffer.from('né\n')
	expect(label([bytes.subarray(0, 2), bytes.subarray(2)])).toEqual(['web | né'])
})
