import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { home } from './ensure.mjs'
import { writeUnit } from './install-service.ts'
import { environmentOfService } from './program.mjs'

function install(unit: string, changes: Record<string, string> = {}): string {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchway-unit-'))
	onTestFinished(() => fs.rmSync(folder, { recursive: true }))
	const file = path.join(folder, 'launchway.service')
	fs.writeFileSync(file, unit)
	fs.mkdirSync(`${file}.d`)
	for (const [name, text] of Object.entries(changes)) fs.writeFileSync(path.join(`${file}.d`, name), text)
	return file
}

test('commands use the service’s data folder and drop-in settings', () => {
	const unit = writeUnit({ folder: home, node: process.execPath })
	expect(environmentOfService(install(unit))).toEqual({ NODE_ENV: 'production', DATA_DIR: '/var/lib/launchway' })
	const changes = {
		'20-database.conf': '[Service]\nEnvironment="DATABASE_URL=postgres://ada@db/a%%20b?x=\\"1\\"" PGSSLMODE=require\n',
		'10-folder.conf': "[Service]\nEnvironment=\nEnvironment='DATA_DIR=/srv/two words'\n",
		'note.txt': 'Environment=DATA_DIR=/not/read\n',
	}
	expect(environmentOfService(install(unit, changes))).toEqual({
		DATA_DIR: '/srv/two words',
		DATABASE_URL: 'postgres://ada@db/a%20b?x="1"',
		PGSSLMODE: 'require',
	})
})

test('another installation’s service, or none, is ignored', () => {
	expect(environmentOfService(install(writeUnit({ folder: '/srv/another', node: process.execPath })))).toEqual({})
	expect(environmentOfService(path.join(os.tmpdir(), 'no-such-unit.service'))).toEqual({})
})

test.runIf(process.getuid?.() === 0)('root runs commands as the owner of the service’s data folder', () => {
	const unitFile = install('')
	const data = path.join(path.dirname(unitFile), 'data')
	fs.mkdirSync(data)
	fs.chownSync(data, 65_534, 65_534)
	fs.writeFileSync(unitFile, writeUnit({ folder: home, node: process.execPath }).replace('/var/lib/launchway', data))
	// A distribution's Node.js 20 refuses to change its own account, because it may use io_uring.
	const work = `const [{ accountOfService }, { runProgram }] = [await import('#scripts/program.mjs'), await import('#scripts/ensure.mjs')]
		process.setgroups = process.setgid = process.setuid = () => { throw new Error('disabled') }
		const who = 'console.log(process.getuid(), process.getgid(), process.getgroups().join())'
		await runProgram(process.execPath, ['--eval', who], { account: accountOfService(${JSON.stringify(unitFile)}) })`
	const env = { PATH: process.env['PATH'] ?? '' }
	const said = execFileSync(process.execPath, ['--input-type=module', '--eval', work], { cwd: home, env, encoding: 'utf8' })
	expect(said.trim()).toBe('65534 65534 65534')
})
