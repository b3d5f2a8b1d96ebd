import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { askControl, controlSocket, NotRunning, serveControl } from './control.ts'

const listen = { say: () => {}, answer: () => {} }

test.each(['data', 'a'.repeat(150)])('requests arrive through a socket in the data folder, even with a long path: %s', async (name) => {
	const top = fs.mkdtempSync(path.join(os.tmpdir(), 'launchway-control-'))
	onTestFinished(() => fs.rmSync(top, { recursive: true }))
	const dataDir = path.join(top, name)
	const file = controlSocket(dataDir)
	await expect(askControl(file, {}, listen)).rejects.toThrow(NotRunning)
	// With DATABASE_URL, the folder doesn't exist yet.
	const folder = process.cwd()
	const close = await serveControl(file, (request) => Promise.resolve(request))
	expect(fs.readdirSync(dataDir)).toEqual([path.basename(file)])
	expect(fs.statSync(file).mode & 0o777).toBe(0o600)
	expect(await askControl(file, { do: 'status' }, listen)).toEqual({ do: 'status' })
	expect(process.cwd()).toBe(folder)
	close()
	expect(fs.readdirSync(dataDir)).toEqual([])
	await expect(askControl(file, {}, listen)).rejects.toThrow(NotRunning)
})
