import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { makeDir } from '#tests/setup/embedded-dir.ts'

import type { KeptResources } from './kept.ts'
import { Servers } from './servers.ts'

/** A server program that is ready at once and exits when told to retire. */
const WORKS = "process.on('message', () => process.exit(0))\nprocess.send('ready')\n"

function makeProgram(main: string): string {
	const folder = makeDir()
	fs.mkdirSync(path.join(folder, 'server'))
	fs.writeFileSync(path.join(folder, 'server', 'main.ts'), main)
	return folder
}

test('if a replacement fails and can’t be undone, the earlier server is restarted', async () => {
	const folder = makeProgram(WORKS)
	const servers = new Servers({} as KeptResources, { folder, onPlace: () => Promise.resolve() })
	onTestFinished(async () => {
		servers.signal('SIGKILL')
		await servers.settle()
	})
	await new Promise<void>((onReady) => void servers.run(onReady))
	const nothing = () => Promise.resolve()
	const undo = () => Promise.reject(new Error('the disk is full'))
	await expect(servers.replaceBy(makeProgram('process.exit(1)'), { work: nothing, undo, record: nothing })).rejects.toThrow(
		'the disk is full',
	)
	expect(servers.folders).toEqual([folder])
})
