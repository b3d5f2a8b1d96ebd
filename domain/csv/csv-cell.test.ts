import { expect, test } from 'vitest'

import { csvCell } from './csv-cell.ts'

test.each([
	['plain text', 'plain text'],
	['', ''],
	['a,b', '"a,b"'],
	['say "hi"', '"say ""hi"""'],
	['two\nlines', '"two\nlines"'],
	['two\rlines', '"two\rlines"'],
	['=1+1', "'=1+1"],
	['+1', "'+1"],
	['-1', "'-1"],
	['@name', "'@name"],
	['\tindented', "'\tindented"],
	['\rreturned', '"\'\rreturned"'],
	['\n=1+1', '"\'\n=1+1"'],
	[' =1+1', "' =1+1"],
	['\u0000=1+1', "'\u0000=1+1"],
	['\u202E\uFEFF@name', "'\u202E\uFEFF@name"],
	['\uFF1D1+1', "'\uFF1D1+1"],
	['\n', '"\'\n"'],
	['a=b', 'a=b'],
	['=a,b', '"\'=a,b"'],
])('%j becomes the cell %j', (text, cell) => {
	expect(csvCell(text)).toBe(cell)
})
