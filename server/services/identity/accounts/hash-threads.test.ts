import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

import { makeDir } from '#tests/setup/embedded-dir.ts'

import { createHashThreads } from './password-hash.ts'

function threadThat(does: string) {
	const file = path.join(makeDir(), 'hash.mjs')
	fs.writeFileSync(file, `export const hash = () => { ${does} }\nexport const verify = hash`)
	return createHashThreads(pathToFileURL(file))
}

test.each([
	['exits silently', 'process.exit(1)', 'exited with code: 1'],
	['throws', "throw new Error('out of luck')", 'out of luck'],
])('a thread that %s fails its own call and the next, which gets a new thread', async (_, does, message) => {
	const threads = threadThat(does)
	await expect(threads.hash('orange-lamp')).rejects.toThrow(message)
	await expect(threads.verify('hash', 'orange-lamp')).rejects.toThrow(message)
})
