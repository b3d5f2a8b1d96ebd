// asvs V15.2.2
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

import { makeDir } from '#tests/setup/embedded-dir.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { createDocumentThreads, type ThreadLimits } from './document-threads.ts'
import { createFilePrinter } from './file-printer.ts'
import type { PrintedDocument } from './port.ts'

function openThreads(limits: ThreadLimits = {}) {
	const threads = createDocumentThreads(limits)
	onTestFinished(threads.close)
	const dir = makeDir()
	let files = 0
	function call(does: string): Promise<string> {
		const file = path.join(dir, `${(files += 1)}.mjs`)
		fs.writeFileSync(file, `export function work() { ${does} }`)
		return threads.run({ file: pathToFileURL(file), name: 'work', task: null })
	}
	return { threads, call }
}

/** Hangs a thread without using CPU time, which other tests need. The last test uses a busy loop. */
const HANG = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

const LONG: PrintedDocument = {
	title: 'Long',
	subject: 'Long',
	publisher: 'Test',
	isLandscape: false,
	madeAt: new Date(0),
	blocks: [{ kind: 'table', head: ['a'], widths: [1], rows: Array.from({ length: 40 }, () => ({ cells: ['a\n'.repeat(20)] })) }],
}

test('making a long document doesn’t block other work', async () => {
	const { threads } = openThreads()
	let turns = 0
	let isMade = false
	const made = createFilePrinter(threads)
		.print(LONG)
		.finally(() => (isMade = true))
	while (!isMade && turns < 200) {
		await new Promise((resolve) => setImmediate(resolve))
		turns += 1
	}
	expect(turns).toBe(200)
	expect(Buffer.from(await made).toString('latin1', 0, 5)).toBe('%PDF-')
})

const ENDINGS: [ends: string, does: string, failure: object][] = [
	['ends', 'process.exit(3)', { message: 'worker exited with code: 3' }],
	['throws late', 'setTimeout(() => { throw new Error("late") }); return new Promise(() => {})', { message: 'late' }],
	['throws', 'throw new Error("no ink")', { message: 'no ink' }],
]
if (isLong) ENDINGS.push(['hangs', HANG, { kind: 'timeout', code: 'document_timeout' }])

test.each(ENDINGS)('a thread that %s fails only its own call, and waiting ones are answered', async (_, does, failure) => {
	const isHanging = does === HANG
	const { call } = openThreads({ threads: 1, ...(isHanging && { maxMs: 15_000 }) })
	const failing = call(does).catch((error: unknown) => error)
	// Start later than the hanging call, so that these calls still have time left when its thread is terminated.
	if (isHanging) await new Promise((resolve) => setTimeout(resolve, 10_000))
	const next = [call('return "made"'), call('return "made"')]
	expect(await failing).toMatchObject(failure)
	expect(await Promise.all(next)).toEqual(['made', 'made'])
	expect(await call('return "made"')).toBe('made')
})

test('a document that takes too long times out', async () => {
	const { call } = openThreads({ threads: 1, maxMs: 300 })
	await expect(call(HANG)).rejects.toMatchObject({ kind: 'timeout', code: 'document_timeout' })
})

test('a full queue refuses with Retry-After and accepts documents again once it is shorter', async () => {
	const { call } = openThreads({ threads: 1, maxWaiting: 2 })
	const asked = Array.from({ length: 3 }, () => call('return "made"'))
	await expect(call('return "made"')).rejects.toMatchObject({
		kind: 'overloaded',
		code: 'documents_busy',
		details: { retryAfterSeconds: 5 },
	})
	expect(await Promise.all(asked)).toEqual(['made', 'made', 'made'])
	expect(await call('return "made"')).toBe('made')
})

test('idle threads end and free their memory', async () => {
	const { call } = openThreads()
	const pulse = path.join(makeDir(), 'pulse')
	await call(`setInterval(() => process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(pulse)}, ''), 100)`)
	await expect.poll(() => fs.existsSync(pulse)).toBe(true)
	await expect.poll(() => Date.now() - fs.statSync(pulse).mtimeMs, { interval: 200 }).toBeGreaterThan(3000)
})

test('closing ends documents in progress, and the next one starts new threads', async () => {
	const { threads, call } = openThreads()
	expect(await call('return "made"')).toBe('made')
	const hanging = call('for (;;) {}').catch((error: unknown) => error)
	await new Promise((resolve) => setTimeout(resolve, 50))
	await threads.close()
	expect(await hanging).toMatchObject({ message: 'Terminating worker thread' })
	expect(await call('return "made"')).toBe('made')
})
