import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

test('npm ci installs the lock file regardless of package age, even with a minimum release age set', () => {
	const dir = fs.mkdtempSync('/tmp/npm-config-')
	onTestFinished(() => fs.rmSync(dir, { recursive: true }))
	const userconfig = path.join(dir, 'npmrc')
	fs.writeFileSync(userconfig, 'min-release-age=7\n')
	const env = { PATH: process.env['PATH'], HOME: dir, npm_config_userconfig: userconfig }
	expect(execFileSync('npm', ['config', 'get', 'min-release-age'], { cwd: ROOT, env, encoding: 'utf8' }).trim()).toBe('0')
})
