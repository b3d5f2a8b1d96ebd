// regression decompression-bombs
import { expect, test } from 'vitest'

import { csvParse } from './csv-parse.ts'
import { BrokenCsv } from './port.ts'

async function readAll(text: string) {
	const rows: (readonly string[])[] = []
	for await (const { cells } of csvParse(text, ',')) rows.push(cells)
	return rows
}

/** Counts event loop turns while `work` runs. */
async function countTurns(work: Promise<unknown>) {
	let turns = 0
	let next: NodeJS.Immediate
	const turn = () => {
		turns += 1
		next = setImmediate(turn)
	}
	next = setImmediate(turn)
	await work
	clearImmediate(next)
	return turns
}

test.each([
	['many rows', 'ana@example.test,Ana\n'.repeat(50_000)],
	['a megabyte of empty lines', '\n'.repeat(1_000_000)],
])('reading %s doesn’t block the event loop', async (_what, text) => {
	expect(await countTurns(readAll(text))).toBeGreaterThan(30)
})

test.each([
	['of too many columns', ','.repeat(1_000_000)],
	['that is too long', 'x'.repeat(1_000_000)],
	['whose quote is never closed', `"${'x\n'.repeat(100_000)}`],
])('a row %s is refused before the rest is read', async (_what, text) => {
	await expect(readAll(`email\n${text}`)).rejects.toThrow(BrokenCsv)
})

test('a multi-byte character stays whole wherever the text is split', async () => {
	const text = '😀é'.repeat(2000)
	const rows = await readAll(`${text},x\n`.repeat(30))
	expect(rows).toHaveLength(30)
	expect(rows.every(([first]) => first === text)).toBe(true)
})

test.each(['\n', '\r\n', '\r'])('rows ending with %j are split', async (end) => {
	expect(await readAll(`email${end}${`ana@example.test${end}`.repeat(5000)}`)).toHaveLength(5001)
})
