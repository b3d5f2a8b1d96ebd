import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'

import { BARE_ENVIRONMENT } from '#tests/setup/server-process.ts'

import { root } from './run-command.ts'

test.each([
	[{ GOTRUE_SITE_URL: 'https://academy.example.org' }, /^GOTRUE_SITE_URL: .* set NODE_ENV=production/m],
	[{ GOTRUE_SITE_URL: 'https://academy.example.org', NODE_ENV: 'production', SANDBOX: '0' }, /STRIPE_SECRET_KEY/],
])('npm start refuses invalid settings before building: %o', async (env, sentence) => {
	const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env: { ...BARE_ENVIRONMENT, ...env } })
	onTestFinished(() => void child.kill('SIGKILL'))
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => {
			output += String(chunk)
			if (output.includes('Building')) child.kill('SIGTERM')
		})
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
	expect(output).not.toContain('Building')
	expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
})
